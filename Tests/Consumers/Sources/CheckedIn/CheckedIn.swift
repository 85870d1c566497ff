import HorizonAuth

public let checkedIn = GetSocialProvidersQuery.operationName
