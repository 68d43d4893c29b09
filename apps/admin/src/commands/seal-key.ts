/** Seal keys: certificate requests, and the keys of single workspaces. */
import { readFile } from 'node:fs/promises';
import { createSealKeys, type SealKey } from '@countersign/core/seal/keys';
import {
  findWorkspaceKey,
  listWorkspaceKeys,
  removeWorkspaceKey,
  setWorkspaceKey,
} from '@countersign/core/seal/workspace-key';
import { requestCertificate } from '@countersign/seal-keys/certificate-request';
import { parseSealKey, type SealKeyReference } from '@countersign/seal-keys/reference';
import { type Command, readOptions, table, UsageError } from '../command.ts';
import { sealKeySources } from '../seal-key-sources.ts';

/** Longest list that is printed. */
const shown = 1000;

export const sealKeyCommands: Command[] = [
  {
    words: ['seal-key', 'set'],
    usage: 'seal-key set --workspace S --key KEY [--certificate FILE]',
    summary:
      'seal the live documents of a workspace with its own key, in the form of SEAL_KEY; FILE has its certificate and chain in PEM; tries the key first',
    run: async ({ config, db, now, print }, words) => {
      const { options } = readOptions(words, { required: ['workspace', 'key'], optional: ['certificate'] });
      readReference(options.key);
      const { workspace, key, certificate } = options;
      const certificates = certificate === undefined ? null : await readFile(certificate, 'utf8');
      const sealKeys = createSealKeys(sealKeySources(config));
      const input = { workspaceSlug: workspace, key, certificates };
      print(describeKey(await setWorkspaceKey({ db, now, sealKeys }, input)));
    },
  },
  {
    words: ['seal-key', 'show'],
    usage: 'seal-key show --workspace S',
    summary: 'print the seal key of a workspace, and open it to print its certificate',
    run: async ({ config, db, print }, words) => {
      const { options } = readOptions(words, { required: ['workspace'] });
      const row = await findWorkspaceKey({ db }, options.workspace);
      if (!row) return print(`The workspace "${options.workspace}" has no seal key of its own.`);
      print(row.key);
      print(describeKey(await createSealKeys(sealKeySources(config)).keyFor(row)));
    },
  },
  {
    words: ['seal-key', 'remove'],
    usage: 'seal-key remove --workspace S',
    summary: "seal the documents of a workspace with the installation's key again",
    run: async (context, words) => {
      const { options } = readOptions(words, { required: ['workspace'] });
      const removed = await removeWorkspaceKey(context, options.workspace);
      context.print(
        removed ? 'Removed.' : `The workspace "${options.workspace}" has no seal key of its own.`,
      );
    },
  },
  {
    words: ['seal-key', 'list'],
    usage: 'seal-key list',
    summary: 'list the workspaces that have a seal key of their own',
    run: async ({ db, print }, words) => {
      readOptions(words, { required: [] });
      const rows = await listWorkspaceKeys({ db }, shown);
      if (rows.length === 0) return print('No workspace has a seal key of its own.');
      print(
        table(
          rows.map(({ workspaceSlug, key, updatedAt }) => ({
            workspace: workspaceSlug,
            key,
            since: updatedAt.toISOString(),
          })),
        ),
      );
    },
  },
  {
    words: ['seal-key', 'request'],
    usage: 'seal-key request --key KEY --subject SUBJECT',
    summary:
      "print a certificate request (PKCS#10) for a key in a key service, in the form of SEAL_KEY; SUBJECT is for example 'C=DE, O=Acme, CN=Acme Seal'",
    runAlone: async ({ config, print }, words) => {
      const { options } = readOptions(words, { required: ['key', 'subject'] });
      const reference = readReference(options.key);
      const secret = config.SEAL_KEY_SECRET ?? null;
      print((await requestCertificate({ reference, certificates: null, secret }, options.subject)).trimEnd());
      return 0;
    },
  },
];

const describeKey = ({ subject, fingerprint, until }: SealKey): string =>
  `${subject}\nSHA-256 ${fingerprint}\nvalid until ${until.toISOString()}`;

function readReference(key: string): SealKeyReference {
  try {
    return parseSealKey(key);
  } catch (error) {
    throw new UsageError(`--key: ${error instanceof Error ? error.message : String(error)}`);
  }
}
