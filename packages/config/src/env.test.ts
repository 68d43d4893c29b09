import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { ConfigError, readEnv } from './env.ts';
import { envExample, settingsTable } from './env-example.ts';

const root = new URL('../../..', import.meta.url);

describe('settings', () => {
  test('an empty environment gives the documented defaults', () => {
    const config = readEnv({});
    expect(config).toMatchObject({
      PORT: 3000,
      publicUrl: 'http://localhost:3000',
      docsUrl: 'http://localhost:3000',
      MAX_PDF_BYTES: 52_428_800,
      UPLOAD_URL_TTL: 3600,
      DRAFT_TTL: 7 * 86_400,
      RATE_SUSTAINED_RPS: 50,
      RATE_BURST_RPS: 200,
      ENVELOPE_ALLOWANCE: 100_000,
      QUEUES: ['mail', 'seal', 'bulk', 'expiry', 'reminder', 'webhook', 'housekeeping'],
    });
    expect(config.storageUrl).toBe(`file:${config.dataDir}/blobs`);
  });

  test('SEAL_P12_FILE and SEAL_P12_PASSPHRASE stand for SEAL_KEY and SEAL_KEY_SECRET', () => {
    const given = { SEAL_P12_FILE: 'seal.p12', SEAL_P12_PASSPHRASE: 'secret' };
    expect(readEnv(given)).toMatchObject({ SEAL_KEY: 'file:seal.p12', SEAL_KEY_SECRET: 'secret' });
    expect(() => readEnv({ ...given, SEAL_KEY: 'file:other.p12' })).toThrow('set only one of');
    expect(() => readEnv({ SEAL_P12_PASSPHRASE: 'secret' })).toThrow('has no effect without SEAL_P12_FILE');
  });

  test('every wrong setting is named at once, and no value is shown', () => {
    const bad = {
      PORT: 'eighty',
      DATABASE_URL: 'mysql://root:hunter2@db',
      SECRET_KEY: 'too-short-hunter2',
      QUEUES: 'mail,fax',
      CONCURRENCY: 'seal=many',
      TSA_URL: 'ftp://x',
      DRAFT_TTL: 'soon',
      SEAL_KEY: '/hunter2/key.pem',
    };
    const error = (() => {
      try {
        readEnv(bad);
      } catch (caught) {
        return caught as Error;
      }
    })();
    expect(error).toBeInstanceOf(ConfigError);
    const named = [
      'PORT',
      'DATABASE_URL',
      'SECRET_KEY',
      'QUEUES',
      'CONCURRENCY',
      'TSA_URL',
      'DRAFT_TTL',
      'SEAL_KEY',
    ];
    for (const name of named) expect(error!.message).toContain(`${name}:`);
    expect(error!.message).not.toContain('hunter2');
  });

  test.each([
    ['PORT', '70000', 'must be at most 65535'],
    ['MAX_BODIES_BYTES', '167772159', 'must be at least 167772160'],
    ['CONVERTER_TIMEOUT', '0', 'must be between 1s and 1h'],
    ['CONVERTER_TIMEOUT', '25d', 'must be between 1s and 1h'],
    ['DRAFT_TTL', '7', 'must be at least 1h'],
    ['DRAFT_TTL', '59m', 'must be at least 1h'],
    ['WEBHOOK_RETENTION', '30', 'must be at least 1d'],
    ['WEBHOOK_RETENTION', '86399', 'must be at least 1d'],
    ['UPLOAD_URL_TTL', '0', 'must be at least 1m'],
    ['OIDC_SESSION_TTL', '59s', 'must be at least 1m'],
    ['WEBHOOK_RETENTION', '999999999d', 'must be at most 36500d'],
    ['DATABASE_POOL', '0', 'must be at least 1'],
    ['MAX_PDF_PAGES', '2.5', 'must be a whole number'],
    ['RATE_SUSTAINED_RPS', '0', 'must be greater than 0'],
    ['LINK_SUSTAINED_RPS', 'many', 'must be a number'],
    ['LINK_BURST_RPS', '3', 'must be at least 20'],
    ['OTEL_TRACES_SAMPLER_ARG', '2', 'must be at most 1'],
    ['MAIL_FROM', 'Acme', 'must be an address, or a name with an address'],
    ['MAIL_FROM', 'Acme sign@acme.example', 'must be an address, or a name with an address'],
    ['OWNER_EMAIL', 'owner', 'must be an email address'],
    ['MAIL_EVENTS_SECRET', 'short', 'must have at least 16 characters'],
    ['LOG_LEVEL', 'loud', 'must be error, warn, info or debug'],
    ['ARCHIVE_TIMESTAMPS', 'yes', 'must be on or off'],
    ['SECRET_KEY', `${'k'.repeat(32)} k`, 'must not contain spaces or commas'],
    ['SECRET_KEY', `${'k'.repeat(32)},k`, 'must not contain spaces or commas'],
  ])('%s=%s is refused with the message: %s', (name, value, message) => {
    expect(() => readEnv({ [name]: value })).toThrow(`  ${name}: ${message}`);
  });

  test('the provider of keys of recipients is set as a whole, and only with an address for secrets', () => {
    const signer = {
      RECIPIENT_SIGNER_NAME: 'Example Trust',
      RECIPIENT_SIGNER_URL: 'https://provider.example/csc/v2/',
      RECIPIENT_SIGNER_CLIENT_ID: 'countersign',
      RECIPIENT_SIGNER_CLIENT_SECRET: 'hunter2',
    };
    expect(readEnv(signer).RECIPIENT_SIGNER_URL).toBe('https://provider.example/csc/v2');
    const { RECIPIENT_SIGNER_CLIENT_SECRET: _, ...part } = signer;
    expect(() => readEnv(part)).toThrow('RECIPIENT_SIGNER_CLIENT_SECRET: must be set with');
    expect(() => readEnv({ RECIPIENT_SIGNER_UNSTATED_LEVEL: 'advanced' })).toThrow('has no effect without');
    for (const url of [
      'http://provider.example/csc/v2',
      'https://user@provider.example',
      'https://a.example?b',
    ])
      expect(() => readEnv({ ...signer, RECIPIENT_SIGNER_URL: url })).toThrow('must be an https URL');
  });

  test('a blank variable counts as absent, and each duration may have its least value', () => {
    expect(readEnv({ PORT: ' ', ENVELOPE_ALLOWANCE: '\t', DATA_DIR: ' ' })).toEqual(readEnv({}));
    const least = { UPLOAD_URL_TTL: 60, DRAFT_TTL: 3600, WEBHOOK_RETENTION: 86_400, OIDC_SESSION_TTL: 60 };
    const given = Object.entries(least).map(([name, seconds]) => [name, String(seconds)]);
    expect(readEnv(Object.fromEntries(given))).toMatchObject(least);
  });

  test('an empty variable counts as absent; durations, queues and concurrency are read', () => {
    const config = readEnv({
      PORT: '',
      DRAFT_TTL: '90m',
      QUEUES: 'seal, mail,seal',
      CONCURRENCY: 'seal=4,mail=20',
      PUBLIC_URL: 'https://sign.example.test/',
    });
    expect(config).toMatchObject({
      PORT: 3000,
      DRAFT_TTL: 5400,
      QUEUES: ['seal', 'mail'],
      publicUrl: 'https://sign.example.test',
    });
    expect(config.CONCURRENCY).toMatchObject({ seal: 4, mail: 20, expiry: 1 });
    expect(readEnv({ CONCURRENCY: '3' }).CONCURRENCY).toMatchObject({ seal: 3, expiry: 3 });
  });

  test.each(['/sign', '/?a', '/#a', '//'])('PUBLIC_URL with %s after the host is refused', (rest) => {
    const PUBLIC_URL = `https://sign.example.test${rest}`;
    expect(() => readEnv({ PUBLIC_URL })).toThrow('PUBLIC_URL: must be an http or https URL without a path');
  });

  test('.env.example is up to date', () => {
    expect(readFileSync(new URL('.env.example', root), 'utf8')).toBe(envExample());
  });

  test('README lists every setting with its default and purpose', () => {
    const readme = readFileSync(new URL('README.md', root), 'utf8');
    expect(readme).toContain(settingsTable());
  });
});
