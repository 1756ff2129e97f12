// Checks the types and lints in one process, with one program: ESLint's rules ask for the types that the first check found,
// which takes less than half the time of the two programs `tsc` and `eslint`. Prints the problems of each as JSON.
import { relative } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { root } from './paths.mjs';

/** The program of tsconfig.json. */
function createProgram() {
  const fail = (diagnostic) => {
    throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
  };
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail };
  const { options, fileNames, errors } = ts.getParsedCommandLineOfConfigFile('tsconfig.json', {}, host);
  // Nodes need their parents, and `no-deprecated` the comments.
  return ts.createProgram({
    rootNames: fileNames,
    options,
    host: ts.createCompilerHost(options, true),
    configFileParsingDiagnostics: errors,
  });
}

/** Returns the output of `tsc --noEmit --pretty false`. */
function typeProblems(program) {
  return ts.formatDiagnostics(ts.sortAndDeduplicateDiagnostics(ts.getPreEmitDiagnostics(program)), {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => root,
    getNewLine: () => '\n',
  });
}

/** Returns the output of `eslint --max-warnings=0 .`. */
async function lintProblems(program) {
  const typed = { programs: [program], projectService: false };
  const eslint = new ESLint({
    overrideConfig: [
      { files: ['src/**/*.ts', 'src/**/*.tsx', 'test/**/*.ts'], languageOptions: { parserOptions: typed } },
    ],
  });
  const results = await eslint.lintFiles(['.']);
  if (results.length === 0) return 'No files to lint.';
  return results
    .flatMap(({ filePath, messages }) =>
      messages.map(
        ({ line, column, ruleId, message }) =>
          `${relative(root, filePath)}:${line ?? 0}:${column ?? 0} ${message}${ruleId ? ` (${ruleId})` : ''}`,
      ),
    )
    .join('\n');
}

process.chdir(root);
const program = createProgram();
const types = typeProblems(program);
console.log(JSON.stringify({ types, lint: await lintProblems(program) }));
