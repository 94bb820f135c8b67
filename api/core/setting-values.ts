import { readFileSync, statSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { type CountryDatabase, openCountryDatabase } from './country-database.ts';
import { readTenantNetworks, type TenantNetworks } from './egress/tenant-networks.ts';
import { isWeakKey } from './weak-key.ts';

/** The forms that values of settings have. An error completes the sentence «it …». */

export const wholeNumber = (least: number, most: number) => {
  const fits = (text: string) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most;
  return z
    .string()
    .refine(fits, { error: `must be a whole number from ${least} to ${most}` })
    .transform(Number);
};
const isLoopback = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\./.test(host);

export const origin = z
  .string()
  .refine((text) => URL.parse(text)?.origin === text, {
    error: 'must have a scheme, a host and a port only, such as https://id.example.com',
    abort: true,
  })
  .refine((text) => text.startsWith('https:') || isLoopback(new URL(text).hostname), {
    error: 'must be https, except for localhost',
  });

export const names = z.string().transform((text) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean),
);

export const domain = z
  .string()
  .refine((text) => URL.parse(`https://${text}`)?.hostname === text && !ipaddr.isValid(text), {
    error: 'must be a domain such as example.com',
  });

export const origins = names.pipe(z.array(origin));

export const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
export const oneOf = <const Choice extends string>(...choices: [Choice, ...Choice[]]) =>
  z.enum(choices, { error: `must be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}` });

export const networks = names.refine((list) => list.every((each) => ipaddr.isValidCIDR(each)), {
  error: 'must list networks such as 10.0.0.0/8, separated by commas',
});

export const tenantNetworks = z.string().transform((text, context): TenantNetworks => {
  const read = readTenantNetworks(text);
  if (typeof read !== 'string') return read;
  context.addIssue({ code: 'custom', message: read });
  return z.NEVER;
});

export const countryDatabase = z.string().transform((path, context): CountryDatabase => {
  try {
    return openCountryDatabase(path);
  } catch (error) {
    const reason = (error as Error).message.replace(/\.$/, '');
    context.addIssue({
      code: 'custom',
      message: `must be a file of countries in the MaxMind DB format, such as GeoLite2-Country.mmdb (${reason})`,
    });
    return z.NEVER;
  }
});

export const keys = z
  .string()
  .transform((text) => text.split(',').map((each) => Buffer.from(each.trim(), 'base64')))
  .refine((list) => !list.some(isWeakKey), {
    error: 'must list random keys of 32 bytes in base64, separated by commas; openssl rand -base64 32 makes one',
  });

export interface HostAndPort {
  host: string;
  port: number;
}

/** A host with a port, or with the usual one of its protocol. */
export const hostAndPort = (usualPort: number) =>
  z.string().transform((text, context): HostAndPort => {
    // `URL` keeps the port if it does not know the scheme.
    const url = /[/?#@\s]/.test(text) ? null : URL.parse(`tls://${text}`);
    if (url?.hostname) return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || usualPort) };
    context.addIssue({ code: 'custom', message: `must be a host with a port, such as logs.example.com:${usualPort}` });
    return z.NEVER;
  });

const isCertificates = (path: string) => {
  try {
    return readFileSync(path, 'utf8').includes('-----BEGIN CERTIFICATE-----');
  } catch {
    return false;
  }
};

export const folder = z.string().refine((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false, {
  error: 'must be the path of a folder',
});

export const certificatesFile = z
  .string()
  .refine(isCertificates, { error: 'must be the path of a readable file with certificates (PEM)' });
