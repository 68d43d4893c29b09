/** The setting SEAL_KEY: where the private key of the seal is. docs/SEALING.md describes every form. */
import { isAbsolute } from 'node:path';
import { SealError } from '@countersign/pdf/ports/errors';

/** A parsed SEAL_KEY. It names places only and never contains a secret. */
export type SealKeyReference =
  | { scheme: 'file'; path: string; secretFile: string | null }
  | {
      scheme: 'pkcs11';
      modulePath: string;
      label: string;
      /** How many signatures are made at the same time; null: the default. */
      sessions: number | null;
      secretFile: string | null;
    }
  | AwsKmsReference
  | GoogleKmsReference
  | AzureKeyVaultReference
  | VaultReference
  | { scheme: 'module'; path: string; parameters: Record<string, string>; secretFile: string | null };

export interface AwsKmsReference {
  scheme: 'awskms';
  /** ARN of a key or alias, key id, or `alias/…`. */
  keyId: string;
  /** Null: from the configuration of the AWS tools. */
  region: string | null;
  /** Null: the endpoint of Amazon. */
  endpoint: string | null;
}

export interface GoogleKmsReference {
  scheme: 'gcpkms';
  /** `projects/…/locations/…/keyRings/…/cryptoKeys/…/cryptoKeyVersions/…`. */
  name: string;
  endpoint: string;
}

export interface AzureKeyVaultReference {
  scheme: 'azurekv';
  vaultUrl: string;
  name: string;
  version: string;
}

export interface VaultReference {
  scheme: 'vault';
  /** Without a slash at the end. */
  address: string;
  /** Path of the secrets engine, usually `transit`. */
  mount: string;
  name: string;
  version: number;
  namespace: string | null;
  secretFile: string | null;
}

type Scheme = SealKeyReference['scheme'];

const googleEndpoint = 'https://cloudkms.googleapis.com';

/** Longest SEAL_KEY that is read. */
const longest = 2000;

const readers: Record<Scheme, (place: string, parameters: Map<string, string>) => SealKeyReference> = {
  file: (place, parameters) => ({
    scheme: 'file',
    path: absolute(place, 'file:/absolute/path/seal.p12'),
    secretFile: secretFileOf(parameters),
  }),
  pkcs11: readPkcs11,
  awskms: readAwsKms,
  gcpkms: readGoogleKms,
  azurekv: readAzureKeyVault,
  vault: readVault,
  module: (place, parameters) => ({
    scheme: 'module',
    path: absolute(place, 'module:/absolute/path/signer.mjs'),
    secretFile: secretFileOf(parameters),
    parameters: Object.fromEntries(takeAll(parameters)),
  }),
};

/** Throws a SealError that says what is wrong with the text and how to write it. */
export function parseSealKey(text: string): SealKeyReference {
  if (text.length > longest) throw new SealError(`it is longer than ${longest} characters`);
  const [, scheme = '', place = '', query = ''] = /^([a-z0-9]+):([^?]*)(?:\?(.*))?$/s.exec(text) ?? [];
  const read = Object.hasOwn(readers, scheme) ? readers[scheme as Scheme] : undefined;
  if (!read)
    throw new SealError(`it must begin with one of ${Object.keys(readers).join(':, ')}: and name a key`);
  const parameters = readParameters(query);
  const reference = read(place, parameters);
  const unknown = [...parameters.keys()];
  if (unknown.length > 0) throw new SealError(`unknown parameter of ${scheme}: ${unknown.join(', ')}`);
  return reference;
}

/** What the operator must allow for keys of workspaces: code that is loaded, and addresses to which credentials are sent. */
export function placesOf(reference: SealKeyReference): string[] {
  switch (reference.scheme) {
    case 'pkcs11':
      return [reference.modulePath];
    case 'module':
      return [reference.path];
    case 'vault':
      return [reference.address];
    case 'awskms':
      return reference.endpoint === null ? [] : [reference.endpoint];
    case 'gcpkms':
      return reference.endpoint === googleEndpoint ? [] : [reference.endpoint];
    case 'azurekv':
      // http is accepted on loopback only; https only for hosts of Azure.
      return reference.vaultUrl.startsWith('https:') ? [] : [reference.vaultUrl];
    case 'file':
      return [];
  }
}

/** Values are percent-decoded; `+` is not a space, because paths may contain it. */
function readParameters(query: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const part of query.split('&')) {
    if (part === '') continue;
    const [name = '', ...value] = part.split('=');
    if (parameters.has(name)) throw new SealError(`the parameter ${name} is given twice`);
    parameters.set(name, decoded(value.join('=')));
  }
  return parameters;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new SealError('a percent sign must be written as %25');
  }
}

/** Removes the parameter and returns it; null if absent. Parameters that are left at the end are unknown. */
function take(parameters: Map<string, string>, name: string): string | null {
  const value = parameters.get(name) ?? null;
  parameters.delete(name);
  return value;
}

function takeAll(parameters: Map<string, string>): Array<[string, string]> {
  const all = [...parameters];
  parameters.clear();
  return all;
}

function absolute(path: string, example: string): string {
  if (!isAbsolute(path)) throw new SealError(`the path must be absolute: write ${example}`);
  return path;
}

function secretFileOf(parameters: Map<string, string>): string | null {
  const file = take(parameters, 'secret-file');
  return file === null ? null : absolute(file, 'secret-file=/absolute/path');
}

const pkcs11Form = 'write pkcs11:token=TOKEN;object=KEY?module-path=/path/to/module.so';

/** The part of RFC 7512 that names a private key. */
function readPkcs11(place: string, parameters: Map<string, string>): SealKeyReference {
  const attributes = new Map(
    place
      .split(';')
      .filter((part) => part !== '')
      .map((part) => {
        const [name = '', ...value] = part.split('=');
        return [name, decoded(value.join('='))] as const;
      }),
  );
  if (take(parameters, 'pin-value') !== null)
    throw new SealError('put the PIN into SEAL_KEY_SECRET or a file (secret-file=), not into pin-value');
  const object = attributes.get('object');
  const token = attributes.get('token');
  const unknown = [...attributes.keys()].filter((name) => !['token', 'object', 'type'].includes(name));
  if (unknown.length > 0) throw new SealError(`unknown attribute: ${unknown.join(', ')}; ${pkcs11Form}`);
  if (!object || token === '' || object.includes('/') || token?.includes('/'))
    throw new SealError(pkcs11Form);
  const sessions = take(parameters, 'sessions');
  if (sessions !== null && !/^([1-9]|[1-5]\d|6[0-4])$/.test(sessions))
    throw new SealError('sessions must be a number from 1 to 64');
  return {
    scheme: 'pkcs11',
    modulePath: absolute(take(parameters, 'module-path') ?? '', 'module-path=/path/to/module.so'),
    label: token === undefined ? object : `${token}/${object}`,
    sessions: sessions === null ? null : Number(sessions),
    secretFile: secretFileOf(parameters),
  };
}

function readAwsKms(place: string, parameters: Map<string, string>): AwsKmsReference {
  const keyId = /^[\w:/.-]{1,600}$/.test(place) ? place : '';
  if (keyId === '')
    throw new SealError('write awskms:arn:aws:kms:REGION:ACCOUNT:key/ID, or awskms:ID?region=REGION');
  const fromArn = /^arn:[\w-]+:kms:([\w-]+):/.exec(keyId)?.[1] ?? null;
  const endpoint = take(parameters, 'endpoint');
  return {
    scheme: 'awskms',
    keyId,
    region: take(parameters, 'region') ?? fromArn,
    endpoint: endpoint === null ? null : safeUrl(endpoint),
  };
}

function readGoogleKms(place: string, parameters: Map<string, string>): GoogleKmsReference {
  const part = '[\\w.:-]+';
  const form = new RegExp(
    `^projects/${part}/locations/${part}/keyRings/${part}/cryptoKeys/${part}/cryptoKeyVersions/\\d+$`,
  );
  if (!form.test(place))
    throw new SealError(
      'name a key version: gcpkms:projects/P/locations/L/keyRings/R/cryptoKeys/K/cryptoKeyVersions/1',
    );
  const endpoint = safeUrl(take(parameters, 'endpoint') ?? googleEndpoint);
  return { scheme: 'gcpkms', name: place, endpoint };
}

/** Key Vault and Managed HSM in the public cloud, and in those of China, the US government and Germany. */
const azureHost =
  /^[\w-]+\.(vault|managedhsm)\.(azure\.net|azure\.cn|usgovcloudapi\.net|microsoftazure\.de)$/;

function readAzureKeyVault(place: string): AzureKeyVaultReference {
  const [, vaultUrl, name, version] =
    /^(https?:\/\/[^/]+)\/keys\/([\da-zA-Z-]{1,127})\/([\da-zA-Z]{1,64})$/.exec(place) ?? [];
  if (!vaultUrl || !name || !version)
    throw new SealError(
      'name a key version by its key identifier: azurekv:https://VAULT.vault.azure.net/keys/NAME/VERSION',
    );
  const url = safeUrl(vaultUrl);
  // The token of the installation goes to Azure only.
  if (url.startsWith('https:') && !azureHost.test(new URL(url).host))
    throw new SealError(
      'the host must be VAULT.vault.azure.net, or that of a Managed HSM or of another Azure cloud',
    );
  return { scheme: 'azurekv', vaultUrl: url, name, version };
}

const vaultForm = 'write vault:https://HOST:8200/transit/NAME?version=1';

function readVault(place: string, parameters: Map<string, string>): VaultReference {
  const version = take(parameters, 'version');
  if (version === null || !/^[1-9]\d{0,8}$/.test(version))
    throw new SealError(`name the key version: ${vaultForm}`);
  const url = safeUrl(place);
  const [, address, mount, name] = /^(https?:\/\/[^/]+)\/((?:[\w.-]+\/)*[\w.-]+)\/([\w.-]+)$/.exec(url) ?? [];
  if (!address || !mount || !name) throw new SealError(vaultForm);
  const namespace = take(parameters, 'namespace');
  if (namespace !== null && !/^[\w./-]+$/.test(namespace))
    throw new SealError('the namespace may have letters, digits, dots, hyphens and slashes');
  return {
    scheme: 'vault',
    address,
    mount,
    name,
    version: Number(version),
    namespace,
    secretFile: secretFileOf(parameters),
  };
}

/** An https address, or http on loopback: requests carry credentials. */
function safeUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLoopback = url !== null && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback)))
    throw new SealError('the address must begin with https:// (http:// only on loopback)');
  if (url.username || url.password || url.search || url.hash)
    throw new SealError('the address must have no user, password, query or fragment');
  return url.href.replace(/\/+$/, '');
}
