// Tests XXH64 with the values of xxHash's own sanity test, at every boundary of its steps.

import AuthGenSupport
import Testing

@Suite struct XXH64Tests {
  @Test(
    arguments: [
      (0, 0, 0xEF46_DB37_51D8_E999), (1, 0, 0x4FCE_394C_C889_52D8), (3, 0, 0x63E1_9DE8_A523_09F9),
      (4, 0, 0x9256_E58A_A397_AEF1), (7, 0, 0xAB48_F5CD_83BC_B62C), (8, 0, 0xF74C_B145_1B32_B8CF),
      (14, 0, 0xCFFA_8DB8_81BC_3A3D), (31, 0, 0xAD09_D9A6_941D_D847),
      (32, 0, 0xAF57_53D3_9159_EDEE), (33, 0, 0x6711_CBDD_8543_BAA8),
      (63, 0, 0xFF44_10E1_7CE1_1EFA), (64, 0, 0x18F5_388F_1D2B_A08C),
      (222, 0, 0x9DD5_0788_0DEB_B03D), (0, 0x9E37_79B1, 0xAC75_FDA2_929B_17EF),
      (1, 0x9E37_79B1, 0x7398_40CB_819F_A723), (14, 0x9E37_79B1, 0x5B96_1158_5EFC_C9CB),
      (33, 0x9E37_79B1, 0x66E9_CECF_2F1D_E71C), (222, 0x9E37_79B1, 0xDC51_5172_B8EE_0600),
    ] as [(Int, UInt64, UInt64)])
  func hashEqualsThePublishedValue(_ count: Int, _ seed: UInt64, _ hash: UInt64) {
    var generator: UInt32 = 2_654_435_761
    let bytes = (0..<count).map { _ in
      defer { generator &*= generator }
      return UInt8(generator >> 24)
    }
    #expect(xxh64(bytes, seed: seed) == hash)
  }
}
