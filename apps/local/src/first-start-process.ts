/** Prints the result of firstStart as JSON, on the database and with the settings of its environment. */
import { readEnvOrExit } from '@countersign/config/env';
import { firstStart } from './first-start.ts';

const { DATABASE_URL, OWNER_EMAIL, publicUrl } = readEnvOrExit();
if (!DATABASE_URL) throw new Error('DATABASE_URL is not set');
const made = await firstStart(DATABASE_URL, { ownerEmail: OWNER_EMAIL, publicUrl });
process.stdout.write(JSON.stringify(made));
