import fc from 'fast-check';

const fragments = [
  'risk',
  'type',
  'ioc',
  '=',
  '!=',
  '(',
  ')',
  ' and ',
  ' or ',
  ' not ',
  '"',
  '\\',
  '\n',
  '\r\n',
  ' ',
  '\t',
  '*',
  '\n### Title\n',
  '###',
  '#',
  '\n# @limit 100\n',
  '# @type threats',
  '#@format csv',
  '@name x',
  '\u2028',
  'high',
  '\nrisk=high and type=domain\n',
  'a.example',
  '++registrar',
  '"very low"',
  'seen=2025-01-01',
  '👾',
];

/** Any text, mostly one that looks like a query file. */
export const fileText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.array(fc.constantFrom(...fragments)).map((parts) => parts.join('')), weight: 4 },
  { arbitrary: fc.string({ unit: 'binary' }), weight: 1 },
);
