/** Headers that every answer carries, and the content security policies of our pages (CSP level 3). */
import type { RequestHandler, Response } from 'express';

const apiPolicy = "default-src 'none'; frame-ancestors 'none'";

/** No sniffing, no framing, no referrer (signing links are secrets), no cross-origin reading; HSTS behind https. */
export function securityHeaders(publicUrl: string): RequestHandler {
  const headers: Record<string, string> = {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'Content-Security-Policy': apiPolicy,
    ...(publicUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };
  return (_request, response, next) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    next();
  };
}

/** What a page may load, in place of the API's policy of nothing at all. */
export function setPagePolicy(response: Response, sources: Record<string, string>): void {
  const policy = {
    'default-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    ...sources,
  };
  const text = Object.entries(policy).map(([name, value]) => `${name} ${value}`);
  response.setHeader('Content-Security-Policy', text.join('; '));
}
