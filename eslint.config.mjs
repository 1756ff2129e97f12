import eslint from '@eslint/js';
import jsdoc from 'eslint-plugin-jsdoc';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { literalText } from './scripts/lib/literalText.mjs';

/** Only the namespace import of `zod/mini` is tree-shaken; `zod` is three times as large. */
const zodMiniOnly = {
  selector:
    "ImportDeclaration[source.value='zod'], ImportDeclaration[source.value='zod/mini'] > :matches(ImportSpecifier, ImportDefaultSpecifier)",
  message: "Use `import * as z from 'zod/mini'`. Other forms bundle more of zod.",
};

/** The compiler accepts any number for an enum of numbers. */
const noEnums = { selector: 'TSEnumDeclaration', message: 'Use a union of strings.' };

const useUiModule =
  'Untrusted text could be rendered as a link or icon here. Use src/features/shared/ui, which escapes it.';

/** The VS Code functions that show text: only `src/features/shared/ui` calls them, with `UiText`. */
export const textSinks = [
  {
    selector:
      'MemberExpression[property.name=/^(show(Information|Warning|Error)Message|showInputBox|createInputBox|showQuickPick|createQuickPick|showWorkspaceFolderPick|showOpenDialog|showSaveDialog|withProgress|withScmProgress|setStatusBarMessage|createStatusBarItem|createTreeView|registerTreeDataProvider|createWebviewPanel|createOutputChannel|createTerminal|registerFileDecorationProvider)$/]:matches([object.property.name="window"], [object.name="window"])',
    message: useUiModule,
  },
  {
    selector:
      'NewExpression[callee.object.name="vscode"][callee.property.name=/^(MarkdownString|TreeItem|CodeLens|Diagnostic|DiagnosticRelatedInformation|CodeAction|DocumentSymbol|SymbolInformation|CompletionItem|DocumentLink|InlayHint|InlayHintLabelPart|FileDecoration|SignatureInformation|ParameterInformation|TestMessage)$/]',
    message: useUiModule,
  },
  { selector: 'Property[key.name=/^(contentText|hoverMessage|isTrusted|enabledCommands)$/]', message: useUiModule },
  {
    selector: 'AssignmentExpression[left.property.name=/^(contentText|hoverMessage|isTrusted)$/]',
    message: useUiModule,
  },
  {
    selector:
      'AssignmentExpression[left.property.name="title"]:matches([left.object.name="panel"], [left.object.property.name="panel"])',
    message: useUiModule,
  },
  {
    // The rules wouldn't detect these calls under another name.
    selector:
      'MemberExpression[computed=true][object.object.name="vscode"][object.property.name="window"], VariableDeclarator[id.type="ObjectPattern"]:matches([init.name="vscode"], [init.property.name="window"]), VariableDeclarator[init.object.name="vscode"][init.property.name="window"]',
    message: useUiModule,
  },
  {
    selector: 'ImportDeclaration[source.value="vscode"] > :matches(ImportSpecifier, ImportDefaultSpecifier)',
    message: 'Use `import * as vscode`. The rules for displayed text only detect this form.',
  },
  {
    // A method of a VS Code type accepts any string, and the compiler accepts ours for it.
    selector:
      'TSQualifiedName[left.name="vscode"][right.name=/^(Progress|ProgressOptions|QuickPick|QuickPickItem|QuickPickOptions|QuickInputButton|InputBox|InputBoxOptions|MessageItem|MessageOptions|TreeView|StatusBarItem)$/]',
    message: 'Use the type from src/features/shared/ui. This one accepts unescaped text.',
  },
  {
    selector: ':matches(TSAsExpression, TSTypeAssertion) > TSTypeReference[typeName.name="UiText"]',
    message: 'Only src/features/shared/ui creates UiText. Use uiText() or untrusted().',
  },
];

export default tseslint.config(
  { ignores: ['dist/', 'out/', '.cache/', 'node_modules/', '**/*.d.ts'] },
  eslint.configs.recommended,
  {
    files: ['src/**/*.ts', 'src/**/*.tsx', 'test/**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'no-restricted-syntax': ['error', zodMiniOnly, noEnums],
      'no-console': 'error',
      eqeqeq: 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  {
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    plugins: { regexp },
    rules: {
      // Regular expressions must run in linear time on any text.
      'regexp/no-super-linear-move': ['error', { report: 'certain', ignoreSticky: true }],
      'regexp/no-super-linear-backtracking': ['error', { report: 'certain' }],
    },
  },
  {
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    ignores: ['src/features/shared/ui/**'],
    rules: { 'no-restricted-syntax': ['error', zodMiniOnly, noEnums, ...textSinks] },
  },
  {
    files: ['src/features/**/*.ts', 'src/webviews/**/*.ts', 'src/webviews/**/*.tsx'],
    plugins: { messages: { rules: { 'no-literal': literalText } } },
    rules: { 'messages/no-literal': 'error' },
  },
  {
    files: ['src/core/**/*.ts', 'src/service/**/*.ts', 'src/features/**/*.ts'],
    plugins: { jsdoc },
    rules: {
      'jsdoc/require-jsdoc': [
        'error',
        { publicOnly: true, require: { FunctionDeclaration: true, ClassDeclaration: true, MethodDefinition: false } },
      ],
    },
  },
  {
    // The only enums are those of VS Code, whose API this code can't import. The rule takes longer than most others.
    files: [
      'src/core/**/*.ts',
      'src/service/**/*.ts',
      'src/webviews/**/*.ts',
      'src/webviews/**/*.tsx',
      'test/unit/**/*.ts',
    ],
    rules: { '@typescript-eslint/no-unsafe-enum-assignment': 'off' },
  },
  {
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    rules: {
      complexity: ['error', { max: 12, variant: 'modified' }],
      'max-depth': ['error', 3],
      'max-statements': ['error', 25],
    },
  },
  {
    // These have a few longer functions. A folder leaves the list when it has none.
    files: [
      'src/core/indicators/detect/**/*.ts',
      'src/core/lookups/lookups.ts',
      'src/core/{store,sync,triage}/**/*.ts',
      'src/service/triage/**/*.ts',
    ],
    rules: {
      complexity: ['error', { max: 36, variant: 'modified' }],
      'max-depth': ['error', 4],
      'max-statements': ['error', 55],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unused-expressions': 'off',
      'no-console': 'off',
    },
  },
  {
    files: ['scripts/**/*.mjs', 'scripts/**/*.cjs', 'esbuild.js', 'test/**/*.mjs', 'test/**/*.cjs', '*.mjs', '*.cjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        URLSearchParams: 'readonly',
        fetch: 'readonly',
        require: 'readonly',
        module: 'readonly',
        __dirname: 'readonly',
        Buffer: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        AbortController: 'readonly',
        AbortSignal: 'readonly',
        performance: 'readonly',
        document: 'readonly',
        window: 'readonly',
        getComputedStyle: 'readonly',
      },
    },
  },
);
