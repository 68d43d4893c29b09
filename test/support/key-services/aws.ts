/** AWS KMS in the protocol JSON 1.1 (https://docs.aws.amazon.com/kms/latest/APIReference). */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { type Answer, type Call, must, type Protocol, signDigestDer } from './double.ts';

const arnOf = (id: string) => `arn:aws:kms:eu-central-1:111122223333:key/${id}`;
const algorithmOf = (key: KeyObject) =>
  key.asymmetricKeyType === 'rsa' ? 'RSASSA_PKCS1_V1_5_SHA_256' : 'ECDSA_SHA_256';
const actionOf = ({ headers }: Call) => String(headers['x-amz-target']).replace('TrentService.', '');

export const aws: Protocol = {
  keyAt: (url, id) => `awskms:${arnOf(id)}?endpoint=${url}`,
  env: () => ({ AWS_ACCESS_KEY_ID: 'AKIATEST', AWS_SECRET_ACCESS_KEY: 'secret' }),
  credentials: ({ headers }) => {
    const isSigned = /^AWS4-HMAC-SHA256 Credential=AKIATEST\/\d{8}\/eu-central-1\/kms\/aws4_request, /.test(
      headers.authorization ?? '',
    );
    return isSigned ? null : failure(400, 'UnrecognizedClientException', 'The security token is invalid.');
  },
  idOf: ({ body }) => /key\/(\d+)$/.exec(String(body.KeyId))?.[1] ?? '',
  isSign: (call) => actionOf(call) === 'Sign',
  publicKey: ({ id, key, type }) => ({
    status: 200,
    body: {
      KeyId: arnOf(id),
      KeySpec: type ?? (key.asymmetricKeyType === 'rsa' ? 'RSA_2048' : 'ECC_NIST_P256'),
      KeyUsage: 'SIGN_VERIFY',
      PublicKey: createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64'),
      SigningAlgorithms: [algorithmOf(key)],
    },
  }),
  sign: ({ id, key }, { body }, signWith) => {
    must(body.MessageType, 'DIGEST');
    must(body.SigningAlgorithm, algorithmOf(key));
    const value = signDigestDer(signWith, Buffer.from(String(body.Message), 'base64'));
    return {
      status: 200,
      body: {
        KeyId: arnOf(id),
        Signature: value.toString('base64'),
        SigningAlgorithm: body.SigningAlgorithm,
      },
    };
  },
  refuse: (reason) =>
    ({
      throttled: failure(400, 'ThrottlingException', 'You have exceeded the rate at which you may call KMS.'),
      unavailable: failure(500, 'KMSInternalException', 'An internal error occurred.'),
      denied: failure(400, 'AccessDeniedException', 'User is not authorized to perform this.'),
      disabled: failure(400, 'DisabledException', `${arnOf('1')} is disabled.`),
      missing: failure(400, 'NotFoundException', 'Key does not exist.'),
    })[reason],
};

function failure(status: number, type: string, message: string): Answer {
  return { status, headers: { 'x-amzn-errortype': type }, body: { __type: type, message } };
}
