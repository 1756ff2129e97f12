import type { ContextCategory } from '../../../core/records/context';

/** Codicons of what something is. */
const icons: Readonly<Record<ContextCategory, string>> = {
  cloud: 'cloud',
  cdn: 'server',
  resolver: 'server',
  crawler: 'globe',
  scanner: 'search',
  sinkhole: 'bug',
  tor: 'eye-closed',
  vpn: 'lock',
  proxy: 'arrow-swap',
  certificates: 'verified',
  shortener: 'link',
  dynamicDns: 'globe',
  parking: 'watch',
  anyContent: 'organization',
  popular: 'star',
  vendor: 'organization',
  mail: 'mail',
  security: 'shield',
  blockList: 'circle-slash',
  other: 'tag',
};

/** The icon of a category; one that doesn't look like a verdict. */
export function contextIcon(category: ContextCategory): string {
  return icons[category];
}
