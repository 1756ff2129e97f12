import type { BareName } from './bareName';
import { contextRules } from './contextRules';
import { formRules } from './formRules';
import { grammarRules } from './grammarRules';
import { hintRules } from './hintRules';
import { likenessRules } from './likenessRules';
import { RuleTable } from '../rule';
import { evidenceRules } from './evidenceRules';

/**
 * The rules by which a bare name is a host. Without evidence, names in texts are hosts, and so are those in code whose
 * TLD is neither a file extension nor a member.
 */
export const nameTable = new RuleTable<BareName>(
  [...grammarRules, ...contextRules, ...formRules, ...evidenceRules, ...likenessRules, ...hintRules],
  ({ kind }, family) => family === 'prose' || kind === 'plain',
);
