import { addressWordPattern, isCommonAddress, type Quad } from './quad';
import type { Rule } from '../rule';

const inCode = ['data', 'markup', 'code'] as const;

function isInVectorPath(quad: Quad): boolean {
  const [, letter = '', token] = /(?:^|[\s"',])([a-z]?)-?(\d*\.[\d.-]+)[\s,]+-?$/i.exec(quad.before(24)) ?? [];
  return token !== undefined && (letter !== '' || !/\d\.\d+\.\d+\.\d/.test(token));
}

const isTiny = ({ largest }: Quad): boolean => largest < 32;

/** Numbers in code, configuration, and markup. */
export const codeNumberRules: readonly Rule<Quad>[] = [
  {
    id: 'is an object identifier',
    strength: 'form',
    families: inCode,
    test: ({ value }) => /^2\.5\.(?:4|8|29)\.|^1\.3\.(?:6|14|36|101|132)\./.test(value),
    example: ["x = '2.5.29.15'", '2.5.29.15', 'typescript'],
    counterexample: ["x = '2.5.30.15'", '2.5.30.15', 'typescript'],
  },
  {
    id: 'is in a vector path',
    strength: 'form',
    families: inCode,
    before: ' \t,-',
    test: isInVectorPath,
    example: ['d="M1.5.5.5 3.1.2.3"', '3.1.2.3', 'html'],
    counterexample: ['d="8.1.2.4 3.1.2.3"', '3.1.2.3', 'html'],
  },
  {
    id: 'is a release with zeros',
    strength: 'form',
    families: inCode,
    test: ({ value, reserved }) => /^0\.(?!0\.|255\.)/.test(value) || (!reserved && value.endsWith('.0.0.0')),
    example: ["x('17.0.0.0')", '17.0.0.0', 'typescript'],
    counterexample: ["x('10.0.0.0')", '10.0.0.0', 'typescript'],
  },
  {
    id: 'ends a range of versions in a string',
    strength: 'form',
    families: inCode,
    before: '-',
    test: (quad) =>
      /["'](?:\d{1,5}\.){3}\d{1,5}-$/.test(quad.before(24)) && /version\s?=\s?["'][\d.]+-$/i.test(quad.before()),
    example: ['<x version="5.6.7.8-5.6.7.9"/>', '5.6.7.9', 'xml'],
    counterexample: ['<x range="5.6.7.8-5.6.7.9"/>', '5.6.7.9', 'xml'],
  },
  {
    id: 'is a numbered heading',
    strength: 'form',
    families: inCode,
    after: '.',
    test: (quad) => /^\.(?:<\/| [A-Z])/.test(quad.text.slice(quad.end, quad.end + 3)) && isTiny(quad),
    example: ['<b>7.6.3.1.</b>', '7.6.3.1', 'html'],
    counterexample: ['<b>7.6.3.1</b>', '7.6.3.1', 'html'],
  },
  {
    id: 'is the tag of an image',
    strength: 'form',
    families: inCode,
    before: ':',
    test: (quad) => !quad.reserved && /[\w-][/:][\w.-]*[\w-]:$/.test(quad.before(24)),
    example: ['image: registry/app:5.6.7.8', '5.6.7.8', 'yaml'],
    counterexample: ['image: 5.6.7.8', '5.6.7.8', 'yaml'],
  },
  {
    id: 'is a section in a comment',
    strength: 'form',
    families: inCode,
    test: (quad) =>
      !quad.reserved &&
      isTiny(quad) &&
      !isCommonAddress(quad.value) &&
      quad.region === 'comment' &&
      !/["'`]$/.test(quad.before(1)) &&
      !addressWordPattern.test(quad.before(24)),
    example: ['// 7.6.3.1', '7.6.3.1', 'typescript'],
    counterexample: ['// dns 7.6.3.1', '7.6.3.1', 'typescript'],
  },
];
