/** Which PAdES level seals will reach, found out with the code that sealing uses. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@countersign/config/env';
import { createSealKeys, type SealKey } from '@countersign/core/seal/keys';
import { httpRevocationSource } from '@countersign/pdf/ltv/revocation-source';
import { RevocationError, TimestampError } from '@countersign/pdf/ports/errors';
import { httpTimestamper } from '@countersign/pdf/timestamps/http-timestamper';
import { sealKeySources } from '../seal-key-sources.ts';
import { type Finding, fail, ok, warn } from './check.ts';

/** Short, so that an answer of another address can follow within the time of the check. */
const timeoutMs = 3000;

/** Gathers the validation data of a seal. Only for settings with TSA_URL and SEAL_LTV. */
export async function checkSealLevel(config: Config, tsaUrl: string): Promise<Finding> {
  const archives = config.ARCHIVE_TIMESTAMPS === 'on';
  const wanted = wantedLevel(config);
  const below = `seals reach PAdES-B-T instead of ${wanted}`;
  const key = await openKey(config);
  if (key === 'broken') return fail('not checked: see seal key');
  if (!key?.namesRevocation) {
    const says = `${below}: ${key ? 'the seal certificate names neither OCSP nor a CRL' : 'there is no seal key yet'}`;
    return archives ? fail(says, needsAuthority) : warn(says, needsAuthority);
  }
  const { gather } = httpRevocationSource({ timeoutMs });
  const shortfallOf = (chain: readonly Uint8Array[]) =>
    gather([chain]).then(
      () => null,
      (error: unknown) => {
        if (error instanceof RevocationError) return error.message;
        throw error;
      },
    );
  const ofStamps = async () => {
    const [chain] = await httpTimestamper(tsaUrl).chains();
    return shortfallOf(chain!);
  };
  try {
    const [seal, stamps] = await Promise.all([shortfallOf(key.signer.certificates), ofStamps()]);
    if (seal !== null) return fail(`${below}: chain of the seal: ${seal}`, sealAdvice);
    if (stamps !== null) return fail(`${below}: chain of the timestamps: ${stamps}`, stampAdvice);
    return ok(`seals reach ${wanted}: both chains have current revocation data`);
  } catch (error) {
    if (error instanceof TimestampError) return fail('not checked: see timestamps');
    throw error;
  }
}

/** The key of the installation; null if the first worker will generate it. The check of the key reports why it is broken. */
async function openKey(config: Config): Promise<SealKey | 'broken' | null> {
  const isGenerated = config.SEAL_KEY === undefined;
  if (isGenerated && !(await stat(join(config.dataDir, 'seal', 'development.pem')).catch(() => null)))
    return null;
  return createSealKeys(sealKeySources(config))
    .keyFor()
    .catch(() => 'broken' as const);
}

/** The level that the settings ask for, which have TSA_URL and SEAL_LTV. */
export const wantedLevel = (config: Config): string =>
  config.ARCHIVE_TIMESTAMPS === 'on' ? 'PAdES-B-LTA' : 'PAdES-B-LT';

/** What to do if a certificate cannot be checked for revocation. */
export const needsAuthority =
  'use a certificate of an authority that names OCSP or a CRL, or set SEAL_LTV=false (docs/SEALING.md)';
const reach =
  'let this machine and the seal workers reach the OCSP responders, CRLs and issuers that the certificates name';
const sealAdvice = `${reach}; if an issuer is missing, add the chain up to the root to SEAL_CERTIFICATE or the PKCS#12 file`;
const stampAdvice = `${reach}, or use a timestamp authority whose certificates can be checked`;

/** What to do if no level was found out in time. */
export const levelAdvice = reach;
