import type { ComponentProps } from 'react';
import { Link } from '../router.tsx';

/** A link inside the console that looks like a button. */
export function ButtonTo({
  look = 'secondary',
  className = '',
  ...rest
}: ComponentProps<typeof Link> & { look?: 'primary' | 'secondary' | 'quiet' }) {
  return <Link {...rest} className={`button button-${look} ${className}`} />;
}
