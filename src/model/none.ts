/** An empty list, one for all: most checks find nothing, and none of them allocates a list to say so. */
export const none: readonly never[] = [];
