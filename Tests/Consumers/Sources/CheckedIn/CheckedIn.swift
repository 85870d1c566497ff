import HorizonAPI

public let checkedIn = GetSocialProvidersQuery.operationName
