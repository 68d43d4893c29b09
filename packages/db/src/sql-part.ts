/** Parts of statements: what several raw statements of a verb have in common, values and all. */
import { Prisma } from './generated/client.ts';

export type SqlPart = Prisma.Sql;

/** A tagged template whose result stands as a value in `$queryRaw` and `$executeRaw` of Prisma's client. */
export const sqlPart = Prisma.sql;
