/** The sources of the seal keys, from the settings. */
import type { Config } from '@countersign/config/env';
import type { SealKeySources } from '@countersign/core/seal/keys';
import { silentLog } from '@countersign/log/port';

export function sealKeySources(config: Config): SealKeySources {
  return {
    key: config.SEAL_KEY,
    certificateFile: config.SEAL_CERTIFICATE,
    secret: config.SEAL_KEY_SECRET,
    places: config.SEAL_KEY_PLACES,
    dataDir: config.dataDir,
    log: silentLog,
  };
}
