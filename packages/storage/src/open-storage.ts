/** The setting STORAGE_URL (docs/spec/decisions.md, section 10) as a storage. */
import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StorageFolder } from './file-folder.ts';
import { createFileStorage } from './file-storage.ts';
import type { S3Options } from './s3-bucket.ts';
import type { Storage } from './storage.ts';

/**
 * The storage that the URL names: `file:/absolute/folder` (taken literally), `file:///absolute/folder` (percent-encoded) or
 * `s3://bucket/prefix?region=&endpoint=&path_style=&upload_endpoint=`, with credentials where AWS tools look for them.
 * Throws an Error that names the setting for anything else. Does not access disk or network yet. With `mustExist`, a folder that is
 * not a storage is unavailable instead of being created.
 */
export async function openStorage(
  url: string,
  { mustExist = false }: { mustExist?: boolean } = {},
): Promise<Storage> {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  if (scheme === 'file') return createFileStorage({ root: folderOf(url), mustExist });
  if (scheme === 's3') {
    const options = s3OptionsOf(url);
    // Loaded on demand: the client takes 70 ms and 35 MB.
    const { createS3Storage } = await import('./s3-storage.ts');
    return createS3Storage(options);
  }
  throw new Error(
    `STORAGE_URL: ${scheme ? `the scheme "${scheme}:"` : 'an address without a scheme'} is not supported; use file:/absolute/folder or s3://bucket.`,
  );
}

/**
 * Whether the URL names a folder that would become a storage at its first use. Changes nothing. False for buckets. Throws
 * StorageUnavailableError if the folder cannot become one.
 */
export async function isNewStorage(url: string): Promise<boolean> {
  return /^file:/i.test(url) && new StorageFolder(folderOf(url), true).isNew();
}

/** Whether the first URL is the storage of the second one or a place in it, also when it is spelled in another way. */
export async function liesInStorage(url: string, storageUrl: string): Promise<boolean> {
  const [inner, outer] = await Promise.all([placeOf(url), placeOf(storageUrl)]);
  return inner.startsWith(outer);
}

/** Folder or prefix with a separator at its end. */
async function placeOf(url: string): Promise<string> {
  if (!/^s3:/i.test(url)) return join(await realFolder(folderOf(url)), sep);
  const { endpoint = '', bucket, prefix } = s3OptionsOf(url);
  return `${endpoint} ${bucket}/${prefix ? `${prefix}/` : ''}`;
}

/** The folder without symbolic links. It does not have to exist. */
async function realFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (error) {
    const parent = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    return join(await realFolder(parent), basename(folder));
  }
}

/** Creates the bucket or folder of the URL if it does not exist, and checks that it can be used. Throws StorageUnavailableError. */
export async function createStorage(url: string): Promise<void> {
  if (/^s3:/i.test(url)) {
    const { createBucket } = await import('./s3-bucket.ts');
    await createBucket(s3OptionsOf(url));
  }
  await (await openStorage(url)).check();
}

const s3Parameters = ['region', 'endpoint', 'path_style', 'upload_endpoint'];

/**
 * Reads an s3: URL. With an endpoint, the bucket is in the path unless `path_style=false`.
 * Throws an Error that names the setting.
 */
export function s3OptionsOf(url: string): S3Options {
  if (!URL.canParse(url)) throw unreadable('this is not a URL');
  const { hostname, port, username, pathname, searchParams } = new URL(url);
  if (username)
    throw unreadable('put credentials into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, not into the URL');
  if (port || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(hostname))
    throw unreadable(`"${hostname}" is not a bucket name`);
  const unknown = [...searchParams.keys()].filter((name) => !s3Parameters.includes(name));
  if (unknown.length > 0)
    throw unreadable(
      `unknown parameter: ${unknown.join(', ')}; the parameters are ${s3Parameters.join(', ')}`,
    );
  const pathStyle = searchParams.get('path_style');
  if (pathStyle !== null && pathStyle !== 'true' && pathStyle !== 'false')
    throw unreadable('path_style must be true or false');
  const endpoint = addressOf(searchParams, 'endpoint');
  const uploadEndpoint = addressOf(searchParams, 'upload_endpoint');
  const region = searchParams.get('region');
  const prefix = decoded(pathname).replace(/^\/+|\/+$/g, '');
  return {
    bucket: hostname,
    pathStyle: pathStyle === null ? endpoint !== undefined : pathStyle === 'true',
    ...(prefix ? { prefix } : {}),
    ...(region ? { region } : {}),
    ...(endpoint ? { endpoint } : {}),
    ...(uploadEndpoint ? { uploadEndpoint } : {}),
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw unreadable(`"${path}" is not percent-encoded`);
  }
}

function unreadable(what: string): Error {
  return new Error(
    `STORAGE_URL: ${what}; write s3://bucket/prefix?region=eu-central-1&endpoint=https://host.`,
  );
}

function addressOf(parameters: URLSearchParams, name: string): string | undefined {
  const value = parameters.get(name);
  if (value === null) return undefined;
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw unreadable(`${name} must be an http or https URL`);
  return value.replace(/\/+$/, '');
}

function folderOf(url: string): string {
  const rest = url.slice('file:'.length);
  if (!rest.startsWith('//')) {
    if (isAbsolute(rest)) return rest;
    throw new Error(`STORAGE_URL: "${rest}" is not an absolute folder; write file:/absolute/folder.`);
  }
  try {
    return fileURLToPath(url);
  } catch (error) {
    throw new Error(`STORAGE_URL: "${url}" is not a folder on this machine; write file:/absolute/folder.`, {
      cause: error,
    });
  }
}
