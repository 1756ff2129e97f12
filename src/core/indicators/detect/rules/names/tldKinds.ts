import { words } from './words';

/** The meaning of a TLD at the end of a bare name. */
export type TldKind =
  /** Almost always a domain. */
  | 'plain'
  /** Also a file extension. */
  | 'file'
  /** Also a word used for members and keys in code. */
  | 'member';

const fileExtensions = words(
  'rs so py sh md pl zip mov ps cc mk pm ml tf am ac properties inc map cab pub as st vi do la cl mm ms gs app inc bz java docs dot tab data target pid lds sas prof man dds ss',
);

/** File extensions that rarely end a host name: a two-label name with one of them is a file, also in prose. */
const mostlyFileExtensions = words(
  'rs so py sh md pl zip mov ps mk pm properties inc map cab pub tf do java docs dot tab data target pid lds sas prof man dds',
);

/** Two-letter and short generic TLDs that are safe in strings of code. */
const plainTlds = words(
  `com net org edu gov mil biz xyz icu onion aero coop museum asia
  de fr uk ru cn jp br nl se fi dk cz hu ro gr pt eu au nz kr tw hk sg th vn ua kz tr za mx ar cl lt lv ee sk
  hr bg ch pk ir ng ke su ae sa il ph`,
);

/** How to treat a lowercase TLD in code. */
export function tldKind(label: string): TldKind {
  if (fileExtensions.has(label)) return 'file';
  if (plainTlds.has(label) || label.startsWith('xn--') || /[^a-z]/.test(label)) return 'plain';
  return 'member';
}

/** Whether a two-label name with this TLD is a file in prose, unless there is evidence for a host. */
export function isMostlyFileExtension(label: string): boolean {
  return mostlyFileExtensions.has(label);
}

/** TLDs that are common members of objects in code quoted by reports and logs. */
const memberTlds = words(
  `id name is to it in me info link call map next data date now box foo host email domains search select open play run
  support top total space show test local day page pages channel group groups cat case code codes center new report like
  int here got fail direct contact click bar active auto abc one media style network services services app dev download
  stream limited log zone fit security properties works work systems tools events team tips watch win feedback int
  ping radio red green blue black pink help target chrome room store foo bar baz read prime space shell dot buzz family build
  computer software country phone vote zero seven sharp windows parts med video audio pictures photo photos camera movie
  game games man men plus property health rest web secure free events save post compare directory storage final`,
);

/** Whether this TLD is a common member name (`user.name`, `logger.info`). */
export function isMemberTld(label: string): boolean {
  return memberTlds.has(label);
}
