/** The oldest major version of PostgreSQL that is supported (docs/OPERATIONS.md, Start). */
export const oldestPostgres = 15;
