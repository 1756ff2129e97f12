import type { ComponentChildren } from 'preact';
import type { RiskView } from '../messages/parts';
import { Drawing } from './drawing';

type IconName = RiskView['icon'];

const ring = <circle cx="8" cy="8" r="6.25" />;

/** Drawn on 16 by 16, in the color of the surrounding text. */
const drawings: Readonly<Record<IconName, ComponentChildren>> = {
  flame: (
    <path d="M8.2 1.6c.5 2.4 3.9 4 3.9 7.6A4.1 4.1 0 0 1 8 13.9a4.1 4.1 0 0 1-4.1-4.3c0-1.6.8-2.6 1.5-3.5.3 1 .8 1.5 1.5 1.8C6.5 5.6 7 3.3 8.2 1.600Z" />
  ),
  error: (
    <>
      {ring}
      <path d="m5.7 5.7 4.6 4.600m0-4.6-4.6 4.6" />
    </>
  ),
  warning: (
    <>
      <path d="M8 2.2 14.3 13.500H1.700Z" />
      <path d="M8 6.400v3.400m0 1.500v.6" />
    </>
  ),
  info: (
    <>
      {ring}
      <path d="M8 7.300v4M8 4.600v.7" />
    </>
  ),
  'arrow-circle-down': (
    <>
      {ring}
      <path d="M8 4.700v6.300M5.400 8.500 8 11.100l2.600-2.600" />
    </>
  ),
  pass: (
    <>
      {ring}
      <path d="m5.2 8.3 2 2 3.7-4.2" />
    </>
  ),
  question: (
    <>
      {ring}
      <path d="M6.2 6.400a1.85 1.85 0 1 1 2.7 1.700c-.6.3-.9.7-.9 1.400m0 1.500v.6" />
    </>
  ),
  history: (
    <>
      <path d="M2.6 5.600A6 6 0 1 1 2 8.500M2.5 2.700v3h3" />
      <path d="M8 4.800V8.200l2.3 1.4" />
    </>
  ),
  'circle-slash': (
    <>
      {ring}
      <path d="m3.7 12.3 8.6-8.6" />
    </>
  ),
};

/** The icon of a risk; hidden from screen readers, since its label follows. */
export function RiskIcon({ icon }: { readonly icon: IconName }) {
  return <Drawing stroke="1.4">{drawings[icon]}</Drawing>;
}
