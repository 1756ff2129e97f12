/** More rows than this are not named one by one. */
export const maxNamed = 500_000;
