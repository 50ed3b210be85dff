/* fair_test.c -- the hash against the standards' own vectors, the dice against another
 * implementation (Python's hashlib and hmac computed the expected words). */
#include "core/fair.h"
#include "test.h"

static char text[2 * SHA256_SIZE + 1];

static const char *hash(const char *s) {
    uint8_t out[SHA256_SIZE];
    sha256(s, strlen(s), out);
    hex_format(out, sizeof out, text);
    return text;
}

static void sha256_gives_the_vectors_of_fips_180(void) {
    EXPECT_STR(hash(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_STR(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_STR(hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
               "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    struct sha256 s;
    uint8_t out[SHA256_SIZE];
    sha256_begin(&s);
    for (int i = 0; i < 1000000; i++)
        sha256_add(&s, "a", 1);
    sha256_end(&s, out);
    hex_format(out, sizeof out, text);
    EXPECT_STR(text, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* For every length around the end of a block, hashing in one piece or in two gives the same. */
static void sha256_does_not_mind_how_it_is_fed(void) {
    uint8_t data[200], whole[SHA256_SIZE], parts[SHA256_SIZE];
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(i * 7);
    for (size_t n = 0; n <= sizeof data; n++) {
        struct sha256 s;
        sha256(data, n, whole);
        sha256_begin(&s);
        sha256_add(&s, data, n / 3);
        sha256_add(&s, data + n / 3, n - n / 3);
        sha256_end(&s, parts);
        EXPECT(memcmp(whole, parts, sizeof whole) == 0);
    }
}

static const char *mac(const void *key, size_t key_len, const void *data, size_t len) {
    struct hmac m;
    uint8_t out[SHA256_SIZE];
    hmac_begin(&m, key, key_len);
    hmac_add(&m, data, len);
    hmac_end(&m, out);
    hex_format(out, sizeof out, text);
    return text;
}

static void hmac_gives_the_vectors_of_rfc_4231(void) {
    uint8_t key[131], data[50];
    memset(key, 0x0b, 20);
    EXPECT_STR(mac(key, 20, "Hi There", 8),
               "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    EXPECT_STR(mac("Jefe", 4, "what do ya want for nothing?", 28),
               "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    memset(key, 0xaa, sizeof key);
    memset(data, 0xdd, sizeof data);
    EXPECT_STR(mac(key, 20, data, 50),
               "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
    const char *larger = "Test Using Larger Than Block-Size Key - Hash Key First";
    EXPECT_STR(mac(key, 131, larger, strlen(larger)),
               "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

static void hex_goes_both_ways_and_refuses_the_rest(void) {
    uint8_t out[2];
    EXPECT_EQ(hex_parse("00ff", out, 2), 0);
    EXPECT_EQ(out[1], 255);
    EXPECT_EQ(hex_parse("00f", out, 2), -1);
    EXPECT_EQ(hex_parse("00ff0", out, 2), -1);
    EXPECT_EQ(hex_parse("00FF", out, 2), -1);
    EXPECT_EQ(hex_parse("zz00", out, 2), -1);
}

/* python3: hmac.new(bytes(range(32)), b"skerry-fair-1\ngame1\na|b|c\n7\n0", "sha256") */
static void an_entrys_words_are_those_of_the_documented_hash(void) {
    uint8_t seed[FAIR_SEED];
    for (int i = 0; i < FAIR_SEED; i++)
        seed[i] = (uint8_t)i;
    struct fair f;
    fair_begin(&f, seed, "game1", "a|b|c");
    fair_entry(&f, 7);
    static const uint32_t expected[9] = {
        0xf0e5f3ba, 0xeb16f40e, 0x25a497af, 0x2b985398, 0xcfba2c64,
        0xc343b65e, 0x6018a8a9, 0x8c859b5f, 0x6cdf97c3 };
    for (int i = 0; i < 9; i++) {
        uint32_t w = f.source.word(&f.source);
        EXPECT_EQ(w, expected[i]);
    }
    fair_entry(&f, 7);
    EXPECT_EQ(f.source.word(&f.source), expected[0]);
    fair_entry(&f, 8);
    EXPECT(f.source.word(&f.source) != expected[0]);
}

static void a_seat_seed_is_printable_and_short(void) {
    EXPECT(fair_seat_seed_ok("my own luck"));
    EXPECT(!fair_seat_seed_ok(""));
    EXPECT(!fair_seat_seed_ok("a|b"));
    EXPECT(!fair_seat_seed_ok("a\nb"));
    EXPECT(!fair_seat_seed_ok("\xc3\xa9"));
    EXPECT(!fair_seat_seed_ok("12345678901234567890123456789012345678901234567890123456789012345"));
}

const struct test fair_tests[] = {
    TEST(sha256_gives_the_vectors_of_fips_180),
    TEST(sha256_does_not_mind_how_it_is_fed),
    TEST(hmac_gives_the_vectors_of_rfc_4231),
    TEST(hex_goes_both_ways_and_refuses_the_rest),
    TEST(an_entrys_words_are_those_of_the_documented_hash),
    TEST(a_seat_seed_is_printable_and_short),
    TESTS_END
};
