/** What a top-level domain says about a bare name that ends in it. */
export type TldKind =
  /** Hardly ever anything but a domain. */
  | 'plain'
  /** Also the ending of a file name. */
  | 'file'
  /** Also a word that programs use for members and keys. */
  | 'member';

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

const fileExtensions = words(
  'rs so py sh md pl zip mov ps cc mk pm ml tf am ac properties inc map cab pub as st vi do la cl mm ms gs app inc bz java docs dot tab data target pid lds sas prof man dds',
);

/** File endings that hardly ever end a host name: a name of two labels with one of them is taken for a file in prose, too. */
const mostlyFileExtensions = words(
  'rs so py sh md pl zip mov ps mk pm properties inc map cab pub tf do la java docs dot tab data target pid lds sas prof man dds',
);

/** Two-letter endings and short generic ones that are safe in the strings of a program. */
const plainTlds = words(
  `com net org edu gov mil biz xyz icu onion aero coop museum asia
  de fr uk ru cn jp br nl se fi dk cz hu ro gr pt eu au nz kr tw hk sg th vn ua kz tr za mx ar cl lt lv ee sk
  hr bg ch pk ir ng ke su ae sa il ph`,
);

/** How a lower-case top-level domain is to be taken in code. */
export function tldKind(label: string): TldKind {
  if (fileExtensions.has(label)) return 'file';
  if (plainTlds.has(label) || label.startsWith('xn--') || /[^a-z]/.test(label)) return 'plain';
  return 'member';
}

/** Whether a name of two labels with this ending is a file in prose, unless something says otherwise. */
export function isMostlyFileExtension(label: string): boolean {
  return mostlyFileExtensions.has(label);
}

/** Endings that are members of objects in the code that reports and logs quote. */
const memberTlds = words(
  `id name is to it in me info link call map next data date now box foo host email domains search select open play run
  support top total space show test local day page pages channel group groups cat case code codes center new report like
  int here got fail direct contact click bar active auto abc one media style network services services app dev download
  stream limited log zone fit security properties works work systems tools events team tips watch win feedback int
  ping radio red green blue black pink help target chrome room store foo bar baz read prime space shell dot buzz family build
  computer software`,
);

/** Whether this ending is a usual member name (`user.name`, `logger.info`). */
export function isMemberTld(label: string): boolean {
  return memberTlds.has(label);
}
