/** Security headers of every response, and the content security policies of pages (CSP level 3). */
import type { RequestHandler, Response } from 'express';

const apiPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Forbids sniffing, framing, referrers (signing links are secrets) and cross-origin reads; sets HSTS for https. */
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

/** Sets what a page may load. Responses of the API may load nothing. */
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

/** Lets pages of these origins, and no others, show this page in a frame. Call it after setPagePolicy. */
export function allowFraming(response: Response, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const policy = String(response.getHeader('Content-Security-Policy'));
  response.setHeader(
    'Content-Security-Policy',
    policy.replace("frame-ancestors 'none'", `frame-ancestors ${origins.join(' ')}`),
  );
  // X-Frame-Options cannot list origins. Browsers that support frame-ancestors ignore it; others would refuse every frame.
  response.removeHeader('X-Frame-Options');
}
