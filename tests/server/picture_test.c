/* picture_test.c -- shapes as pixels, letters, and the PNG file. */
#include "server/links/picture.h"

#include <stdlib.h>
#include <zlib.h>

#include "core/game.h"
#include "tests/test.h"

static struct raster canvas;

static int red(int x, int y) {
    return canvas.rgb[3 * (y * canvas.width + x)];
}

static void fill_rectangle(float left, float top, float right, float low) {
    struct point p[4] = { { left, top }, { right, top }, { right, low }, { left, low } };
    canvas_polygon(&canvas, p, 4);
    canvas_fill(&canvas, 0xff0000, 1);
}

static void a_pixel_is_filled_by_the_part_of_it_that_is_inside(void) {
    canvas_begin(&canvas, 8, 4);
    fill_rectangle(1, 1, 3.5f, 2.25f);
    EXPECT_EQ(red(0, 1), 0);
    EXPECT_EQ(red(1, 1), 255);
    EXPECT_EQ(red(2, 1), 255);
    EXPECT_EQ(red(3, 1), 128);
    EXPECT_EQ(red(4, 1), 0);
    EXPECT_EQ(red(1, 2), 64);
    EXPECT_EQ(red(3, 2), 32);
    EXPECT_EQ(red(1, 3), 0);
    canvas_end(&canvas);
    canvas_begin(&canvas, 4, 4); /* half of a square, along its diagonal */
    canvas_polygon(&canvas, (struct point[]){ { 0, 0 }, { 4, 4 }, { 0, 4 } }, 3);
    canvas_fill(&canvas, 0xff0000, 1);
    EXPECT_EQ(red(2, 2), 128);
    EXPECT_EQ(red(0, 3), 255);
    EXPECT_EQ(red(3, 0), 0);
    canvas_end(&canvas);
}

static void what_lies_outside_is_cut_off(void) {
    canvas_begin(&canvas, 6, 3);
    fill_rectangle(-50, -20, 2, 90);
    for (int y = 0; y < 3; y++) {
        EXPECT_EQ(red(1, y), 255);
        EXPECT_EQ(red(2, y), 0);
    }
    fill_rectangle(5, 1, 1000, 2);
    EXPECT_EQ(red(5, 1), 255);
    EXPECT_EQ(red(4, 1), 0);
    EXPECT_EQ(red(5, 2), 0);
    canvas_circle(&canvas, (struct point){ 3, -40 }, 10);
    canvas_fill(&canvas, 0xff0000, 1);
    EXPECT_EQ(red(3, 0), 0);
    for (int i = 0; i < 8 * 3; i++) /* nothing is left over for the next shape */
        EXPECT(canvas.cover[i] == 0);
    canvas_end(&canvas);
}

/* By the area: the sum of all pixels. */
static void circles_and_lines_have_their_area(void) {
    long sum = 0;
    canvas_begin(&canvas, 40, 40);
    canvas_circle(&canvas, (struct point){ 20, 20 }, 10);
    canvas_fill(&canvas, 0xff0000, 1);
    for (int i = 0; i < 1600; i++)
        sum += canvas.rgb[3 * i];
    EXPECT(sum / 255 > 310 && sum / 255 < 316);
    canvas_end(&canvas);
    sum = 0;
    canvas_begin(&canvas, 40, 40);
    canvas_line(&canvas, (struct point){ 10, 30 }, (struct point){ 30, 10 }, 6);
    canvas_fill(&canvas, 0xff0000, 1);
    for (int i = 0; i < 1600; i++)
        sum += canvas.rgb[3 * i];
    EXPECT(sum / 255 > 193 && sum / 255 < 200); /* 28.28 * 6, and a circle at the ends */
    canvas_end(&canvas);
}

static int dark_pixels(const char *text) {
    int n = 0;
    canvas_begin(&canvas, 300, 60);
    canvas_text(&canvas, FONT_SANS, text, (struct point){ 5, 45 }, 40);
    canvas_fill(&canvas, 0xff0000, 1);
    for (int i = 0; i < 300 * 60; i++)
        n += canvas.rgb[3 * i] > 128;
    canvas_end(&canvas);
    return n;
}

static void letters_have_holes_and_names_of_any_language_are_safe(void) {
    EXPECT(text_width(FONT_SERIF, "Ada", 20) > text_width(FONT_SERIF, "Ad", 20));
    EXPECT(text_width(FONT_SERIF, "Ada", 40) > 1.9f * text_width(FONT_SERIF, "Ada", 20));
    EXPECT(dark_pixels("I") > 30);
    EXPECT(dark_pixels("O") < dark_pixels("M"));           /* it is not a disc */
    EXPECT_EQ(dark_pixels("\xc5\x81"), dark_pixels("L"));  /* Ł: the font has no stroke */
    EXPECT(dark_pixels("\xc3\xab") > dark_pixels("e"));    /* ë it has */
    EXPECT_EQ(dark_pixels("\xe4\xbd\xa0\xf0\x9f\x98\x80"), 0);
    EXPECT_EQ(dark_pixels("\xff\xc3"), 0);                 /* no characters at all */
}

static void a_name_is_readable_if_half_of_its_letters_are_there(void) {
    EXPECT(text_readable(FONT_SANS, "Ada"));
    EXPECT(text_readable(FONT_SANS, "Ada \xf0\x9f\x8e\xb2"));           /* a die behind it */
    EXPECT(text_readable(FONT_SANS, "\xc5\x81ucja"));                   /* without the stroke */
    EXPECT(!text_readable(FONT_SANS, "\xe4\xbd\xa0\xe5\xa5\xbd"));      /* two of China's */
    EXPECT(!text_readable(FONT_SANS, "\xd0\x90\xd0\xb4\xd0\xb0 I"));   /* Cyrillic Ada, the first */
    EXPECT(!text_readable(FONT_SANS, " "));
}

static unsigned number_at(const uint8_t *p) {
    return (unsigned)p[0] << 24 | (unsigned)p[1] << 16 | (unsigned)p[2] << 8 | p[3];
}

/* Walk the chunks, check each sum, unpack the pixels. */
static void the_picture_is_a_png_of_its_size(void) {
    static struct picture p = { .winner = -1, .title = "Skerry" };
    static uint8_t pixels[(PICTURE_WIDTH * 3 + 1) * PICTURE_HEIGHT];
    size_t len, at = 8;
    uLongf unpacked = sizeof pixels;
    uint8_t *png = picture_make(&p, &len);
    EXPECT(png && memcmp(png, "\x89PNG\r\n\x1a\n", 8) == 0);
    EXPECT_EQ(number_at(png + 16), PICTURE_WIDTH);
    EXPECT_EQ(number_at(png + 20), PICTURE_HEIGHT);
    while (at + 12 <= len) {
        unsigned n = number_at(png + at);
        EXPECT(at + 12 + n <= len);
        EXPECT_EQ(number_at(png + at + 8 + n), crc32(0, png + at + 4, n + 4));
        if (memcmp(png + at + 4, "IDAT", 4) == 0)
            EXPECT_EQ(uncompress(pixels, &unpacked, png + at + 8, n), Z_OK);
        at += 12 + n;
    }
    EXPECT_EQ(at, len);
    EXPECT_EQ(unpacked, sizeof pixels);
    free(png);
}

/* The pixels of a picture's file, rows and filters undone. */
static uint8_t *pixels_of(const struct picture *p) {
    enum { ROW = PICTURE_WIDTH * 3 };
    static uint8_t packed[(ROW + 1) * PICTURE_HEIGHT], plain[ROW * PICTURE_HEIGHT];
    uLongf unpacked = sizeof packed;
    size_t len, at = 8;
    uint8_t *png = picture_make(p, &len);
    while (memcmp(png + at + 4, "IDAT", 4) != 0)
        at += 12 + number_at(png + at);
    EXPECT_EQ(uncompress(packed, &unpacked, png + at + 8, number_at(png + at)), Z_OK);
    for (int y = 0; y < PICTURE_HEIGHT; y++) {
        EXPECT_EQ(packed[y * (ROW + 1)], 2); /* the difference from the row above */
        for (int x = 0; x < ROW; x++)
            plain[y * ROW + x] = (uint8_t)(packed[y * (ROW + 1) + 1 + x] +
                                           (y ? plain[(y - 1) * ROW + x] : 0));
    }
    free(png);
    return plain;
}

/* Where the bands of two seats meet, at the left, in the middle and at the right end. */
static void the_chances_are_drawn_as_bands_that_meet_where_they_should(void) {
    static struct picture p = { .winner = 0, .seats = 2, .curve_n = 3,
        .seat = { { "Ada", 10, 0 }, { "Bo", 4, 1 } },
        .curve = { { .5f, .5f }, { .25f, .75f }, { 1, 0 } } };
    const uint8_t *rgb = pixels_of(&p);
    static const struct { int x; float share; } at[] = { { 0, .5f }, { 250, .25f }, { 499, 1 } };
    for (int i = 0; i < 3; i++) {
        int red = 0, blue = 0;
        for (int y = 400; y < 534; y++) {
            const uint8_t *c = rgb + 3 * (y * PICTURE_WIDTH + 650 + at[i].x);
            red += c[0] == 0xd0 && c[1] == 0x3a && c[2] == 0x3a;
            blue += c[0] == 0x25 && c[1] == 0x63 && c[2] == 0xc0;
        }
        EXPECT(red + blue >= 127);
        EXPECT(red > 134 * at[i].share - 4 && red < 134 * at[i].share + 4);
    }
}

/* Where a seat's line lies among the names, by the colour of its mark: 2 * row + column. */
static int line_of(const uint8_t *rgb, uint8_t r, uint8_t g, uint8_t b) {
    for (int i = 0; i < 4; i++) {
        const uint8_t *c = rgb + 3 * ((331 + i / 2 * 52) * PICTURE_WIDTH + 655 + i % 2 * 262);
        if (c[0] == r && c[1] == g && c[2] == b)
            return i;
    }
    return -1;
}

/* The heading gives the points from the most down; so do the names below it. */
static void names_stand_in_the_order_of_the_ranking(void) {
    static struct picture p = { .winner = 2, .seats = 3,
        .seat = { { "Otto", 2, 0 }, { "Mia", 4, 1 }, { "Zoe", 10, 4 } } };
    const uint8_t *rgb = pixels_of(&p);
    EXPECT_EQ(line_of(rgb, 0x2f, 0x91, 0x58), 0);
    EXPECT_EQ(line_of(rgb, 0x25, 0x63, 0xc0), 1);
    EXPECT_EQ(line_of(rgb, 0xd0, 0x3a, 0x3a), 2);
}

/* White on a light sheet would look like empty paper. */
static void the_white_band_has_a_dark_edge_all_round(void) {
    static struct picture p = { .winner = 0, .seats = 2, .curve_n = 3,
        .seat = { { "Ada", 10, 3 }, { "Bo", 4, 0 } },
        .curve = { { .5f, .5f }, { .5f, .5f }, { .5f, .5f } } };
    const uint8_t *rgb = pixels_of(&p);
    static const struct { int x, y, dx, dy; } from[] = {
        { 900, 420, -1, 0 }, { 900, 420, 1, 0 }, { 900, 420, 0, -1 }, { 900, 420, 0, 1 } };
    for (int i = 0; i < 4; i++) {
        const uint8_t *c;
        int x = from[i].x, y = from[i].y;
        do {
            c = rgb + 3 * (y * PICTURE_WIDTH + x);
            x += from[i].dx, y += from[i].dy;
        } while (c[0] == 0xf7 && c[1] == 0xf3 && c[2] == 0xe6);
        c = rgb + 3 * (y * PICTURE_WIDTH + x); /* the first one may be mixed */
        EXPECT(c[0] < 0x50 && c[1] < 0x50 && c[2] < 0x50);
    }
}

/* A game without a board has a picture on its left half, too: the winner's mark on a card. */
static void a_game_without_a_board_shows_cards_with_the_mark_of_the_winner(void) {
    static struct picture p = { .winner = 1, .seats = 2,
        .seat = { { "Ada", 4, 0 }, { "Bo", 10, 1 } } };
    const uint8_t *rgb = pixels_of(&p);
    int blue = 0, paper = 0;
    for (int i = 0; i < PICTURE_WIDTH * PICTURE_HEIGHT; i++) {
        const uint8_t *c = rgb + 3 * i;
        bool left = i % PICTURE_WIDTH < PICTURE_WIDTH / 2;
        blue += left && c[0] == 0x25 && c[1] == 0x63 && c[2] == 0xc0;
        paper += left && c[0] == 0xfb && c[1] == 0xf3 && c[2] == 0xe3;
    }
    EXPECT(blue > 5000);
    EXPECT(paper > 5000);
}

/* Whatever the island and however many sit there, everything fits on the list. */
static void every_board_with_all_its_pieces_can_be_drawn(void) {
    static struct picture p;
    for (const struct game *const *g = games; *g; g++)
        for (const struct ruleset *r = (*g)->rulesets; (*g)->picture && r->name; r++) {
            _Alignas(16) unsigned char state[STATE_MAX];
            struct rules rules;
            struct rng rng;
            int at;
            rng_seed(&rng, 7);
            if (rules_parse(*g, r->name, 0, &rules, &at) != RULES_OK || (*g)->init(state, &rules))
                continue;
            (*g)->playout(state, &rng, 100000, false);
            (*g)->picture(state, &p.board);
            EXPECT(p.board.n > 100);
            for (int i = 0; i < p.board.n; i++)
                EXPECT(p.board.shape[i].seat < rules.seats);
        }
}

const struct test picture_tests[] = {
    TEST(a_pixel_is_filled_by_the_part_of_it_that_is_inside),
    TEST(what_lies_outside_is_cut_off),
    TEST(circles_and_lines_have_their_area),
    TEST(letters_have_holes_and_names_of_any_language_are_safe),
    TEST(a_name_is_readable_if_half_of_its_letters_are_there),
    TEST(the_chances_are_drawn_as_bands_that_meet_where_they_should),
    TEST(the_white_band_has_a_dark_edge_all_round),
    TEST(names_stand_in_the_order_of_the_ranking),
    TEST(the_picture_is_a_png_of_its_size),
    TEST(a_game_without_a_board_shows_cards_with_the_mark_of_the_winner),
    TEST(every_board_with_all_its_pieces_can_be_drawn),
    TESTS_END,
};
