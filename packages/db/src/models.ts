/** The types of rows as Prisma returns them, and of the enums in them. Importing this file loads no code. */
export type * from './generated/client.ts';
