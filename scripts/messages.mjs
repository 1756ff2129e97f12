// `npm run messages`: lists all translatable texts in the source; `-- --check` checks the translations; `-- --json`
// prints an English bundle as a template for a translation.
import { bundle, bundleProblems, languages, sourceMessages } from './lib/messages.mjs';
import { fail, print } from './lib/terminal.mjs';

function main() {
  const { messages, problems } = sourceMessages();
  if (process.argv.includes('--json')) {
    process.stdout.write(
      `${JSON.stringify(Object.fromEntries([...messages].map(([key, { text }]) => [key, text]).sort()), undefined, 2)}\n`,
    );
    return;
  }
  if (!process.argv.includes('--check')) {
    let folder = '';
    for (const { text, at } of [...messages.values()].sort((a, b) =>
      a.at.localeCompare(b.at, 'en', { numeric: true }),
    )) {
      const [file = ''] = at.split(':');
      if (file !== folder) process.stdout.write(`\n${file}\n`);
      folder = file;
      process.stdout.write(`  ${text.replaceAll('\n', '\\n')}\n`);
    }
    return;
  }
  const found = [
    ...problems,
    ...languages().flatMap((language) =>
      bundleProblems(bundle(language), messages).map((words) => `${language}: ${words}`),
    ),
  ];
  for (const problem of found) print(problem);
  if (found.length > 0) process.exitCode = 1;
}

try {
  main();
} catch (error) {
  fail(error);
}
