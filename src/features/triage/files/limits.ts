/** Files read at once. */
export const maxFiles = 2_000;
