/** Google Cloud KMS over REST (https://cloud.google.com/kms/docs/reference/rest), with the metadata server of a machine in the cloud. */
import { type Answer, must, type Protocol, publicPem, signDigestDer } from './double.ts';

const token = 'ya29.test';
const nameOf = (id: string) =>
  `projects/acme/locations/europe-west3/keyRings/seals/cryptoKeys/seal/cryptoKeyVersions/${id}`;

export const google: Protocol = {
  keyAt: (url, id) => `gcpkms:${nameOf(id)}?endpoint=${url}`,
  env: (url) => ({
    GCE_METADATA_HOST: url.replace('http://', ''),
    METADATA_SERVER_DETECTION: 'assume-present',
    // Keeps credentials of this machine out.
    CLOUDSDK_CONFIG: '/nowhere',
  }),
  credentials: ({ path, headers }) => {
    if (path.startsWith('/computeMetadata/')) return metadata(path);
    return headers.authorization === `Bearer ${token}`
      ? null
      : failure(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
  },
  idOf: ({ path }) => /cryptoKeyVersions\/(\d+)/.exec(path)?.[1] ?? '',
  isSign: ({ path }) => path.endsWith(':asymmetricSign'),
  publicKey: ({ id, key, type }) => ({
    status: 200,
    body: {
      name: nameOf(id),
      algorithm:
        type ?? (key.asymmetricKeyType === 'rsa' ? 'RSA_SIGN_PKCS1_2048_SHA256' : 'EC_SIGN_P256_SHA256'),
      pem: publicPem(key),
      protectionLevel: 'HSM',
    },
  }),
  sign: ({ id }, { path, body }, signWith) => {
    must(path, `/v1/${nameOf(id)}:asymmetricSign`);
    const { sha256 } = body.digest as { sha256: string };
    const signature = signDigestDer(signWith, Buffer.from(sha256, 'base64')).toString('base64');
    return { status: 200, body: { name: nameOf(id), signature, protectionLevel: 'HSM' } };
  },
  refuse: (reason) =>
    ({
      throttled: failure(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded for quota metric.'),
      unavailable: failure(503, 'UNAVAILABLE', 'The service is currently unavailable.'),
      denied: failure(403, 'PERMISSION_DENIED', "Permission 'cloudkms.cryptoKeyVersions.useToSign' denied."),
      disabled: failure(
        400,
        'FAILED_PRECONDITION',
        `${nameOf('1')} is not enabled, current state is: DISABLED.`,
      ),
      missing: failure(404, 'NOT_FOUND', 'CryptoKeyVersion not found.'),
    })[reason],
};

function metadata(path: string): Answer {
  const headers = { 'metadata-flavor': 'Google' };
  if (path.includes('/token'))
    return { status: 200, headers, body: { access_token: token, expires_in: 3599, token_type: 'Bearer' } };
  return { status: 200, headers, body: {} };
}

function failure(code: number, status: string, message: string): Answer {
  return { status: code, body: { error: { code, status, message } } };
}
