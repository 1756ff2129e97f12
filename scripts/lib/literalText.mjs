// An ESLint rule: displayed text must be a message (`t`, `uiText`, `plural` …) rather than a literal, so that it can be
// translated.

const messageFunctions = new Set(['t', 'uiText', 'interleave', 'messageParts', 'plural', 'uiPlural']);
/** Logs and exceptions are technical and always in English. */
const technical = /^(output|console|assert|log|logger)$/;
const readAttributes = /^(title|alt|placeholder|label|aria-label|aria-description|aria-roledescription|tooltip)$/;
/** Keyboard keys, HTTP methods, and other capitalized names. */
const names =
  /^(Enter|Escape|Home|End|Tab|Delete|Backspace|Space|Arrow\w+|Page\w+|Windows|Accept|Authorization|Bearer|Basic|Cookie|Host|Location|Infinity|Threat Lookups)$/;

/** @param {string} text */
function isReadable(text) {
  if (names.test(text)) return false;
  return (
    /\p{L}{2,}[,:;.!?…]* +["“(]?\p{L}/u.test(text) || /^\p{Lu}\p{Ll}+[.!?…:]*$/u.test(text) || /\p{Ll}…$/u.test(text)
  );
}

function calleeName(node) {
  const callee = node.callee ?? node.tag;
  if (callee?.type === 'Identifier') return callee.name;
  if (callee?.type === 'MemberExpression' && callee.object.type === 'Identifier') return callee.object.name;
  if (callee?.type === 'MemberExpression' && callee.object.type === 'MemberExpression')
    return callee.object.property.name;
  return undefined;
}

/** Whether a string is technical: a type, an import, a key, an exception, a log message, CSS. */
function isTechnical(node) {
  for (let at = node, below = undefined; at !== null && at !== undefined; below = at, at = at.parent) {
    if (/^(Import|ExportAll|ExportNamed|TS(?!As|Satisfies|NonNull))/.test(at.type)) return true;
    if (at.type === 'Property' && at.key === below && at.value !== below) return true;
    // The detail of an error is for the log; that of a dialog is UiText.
    if (at.type === 'Property' && at.key.name === 'detail') return true;
    if (at.type === 'SwitchCase' && at.test === below) return true;
    if (at.type === 'BinaryExpression' && /^[!=]==$/.test(at.operator)) return true;
    if (at.type === 'MemberExpression' && at.property === below) return true;
    if (at.type === 'NewExpression' && /Error$|^(RegExp|Set|Map)$/.test(at.callee.name ?? '')) return true;
    if (at.type === 'CallExpression' || at.type === 'TaggedTemplateExpression') {
      const name = calleeName(at);
      if (name !== undefined && (messageFunctions.has(name) || technical.test(name))) return true;
    }
    if (at.type === 'JSXAttribute') return !readAttributes.test(String(at.name.name));
    if (/Function|^Program$|^ClassBody$/.test(at.type)) return false;
  }
  return false;
}

/** Whether a template is HTML, of which only the text outside tags is displayed. */
function isMarkup(template) {
  return template.type === 'TemplateLiteral' && /^\s*<[!a-z]/i.test(template.quasis[0].value.cooked ?? '');
}

/** @param {string} markup */
function outsideTags(markup) {
  return markup.replaceAll(/^[^<>]*>|<[^<>]*(?:>|$)/g, ' ');
}

export const literalText = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { literal: 'Displayed text must be translatable. Use t(), uiText(), or plural().' },
  },
  create(context) {
    const report = (node) => context.report({ node, messageId: 'literal' });
    return {
      Literal(node) {
        if (typeof node.value === 'string' && isReadable(node.value) && !isTechnical(node)) report(node);
      },
      TemplateElement(node) {
        const raw = node.value.cooked ?? '';
        const text = isMarkup(node.parent) ? outsideTags(raw) : raw;
        if (/\p{L}{2,}[,:;.!?…]* +["“(]?\p{L}/u.test(text) && !isTechnical(node)) report(node);
      },
      JSXText(node) {
        if (/\p{L}/u.test(node.value)) report(node);
      },
    };
  },
};
