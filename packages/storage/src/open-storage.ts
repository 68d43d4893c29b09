/** The setting STORAGE_URL (decisions.md, section 9) as a storage. */
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFileStorage } from './file-storage.ts';
import type { Storage } from './storage.ts';

/**
 * The storage that the URL names: `file:/absolute/folder` (taken literally) or `file:///absolute/folder` (percent-encoded).
 * Throws an Error that names the setting for anything else; touches no disk yet.
 */
export function openStorage(url: string): Storage {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  if (scheme !== 'file') {
    throw new Error(
      `STORAGE_URL: ${scheme ? `the scheme "${scheme}:"` : 'an address without a scheme'} is not supported; use file:/absolute/folder.`,
    );
  }
  return createFileStorage({ root: folderOf(url) });
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
    throw new Error(`STORAGE_URL: "${url}" names no folder of this machine; write file:/absolute/folder.`, {
      cause: error,
    });
  }
}
