/* first.c -- a game between bots: cc first.c $(pkg-config --cflags --libs skerry) && ./a.out */
#include <skerry.h>
#include <stdio.h>

int main(void) {
    skerry_game *g = skerry_new("fifth,board=random", 4, 7);
    while (g && !skerry_over(g))
        skerry_play(g, skerry_advice(g, skerry_waits_for(g), "beginner", 0));
    int winner = skerry_winner(g);
    printf("seat %d has won with %d points\n", winner, skerry_points(g, winner));
    skerry_free(g);
    return 0;
}
