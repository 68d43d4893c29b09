/** The rows of the tables as Prisma returns them, and the enums in them. Types alone: nothing is loaded. */
export type * from './generated/client.ts';
