/** The role of a word before a dotted quad. */
export type Role =
  /** A keyword for a version. */
  | 'keyword'
  /** A browser; its version can also follow punctuation. */
  | 'browser'
  /** A product; its version can follow directly. */
  | 'product'
  /** A product, but only directly before its version: these names also occur in columns next to addresses. */
  | 'software'
  /** Object identifiers and numbered headings, also several in a row. */
  | 'heading'
  /** A conjunction between two of those. */
  | 'conjunction';

const roles: ReadonlyMap<string, Role> = new Map(
  (
    [
      [
        'keyword',
        'otp ver vers rv rev revs v vs revision revisions release releases build builds firmware versionadded versionchanged',
      ],
      ['keyword', 'versione versioni versie versies verze wersja wersji versio vers verzija'],
      ['keyword', 'version versions'],
      ['browser', 'chrome chromium firefox safari edge opera msie webkit'],
      [
        'product',
        'kernel linux windows ubuntu debian android ios openssl openssh java jdk jre python php apache nginx',
      ],
      [
        'product',
        'mysql flash player reader acrobat office exchange os framework sdk plugin addon add-on patch update',
      ],
      [
        'product',
        'perl ruby node npm git gcc clang cmake postgres postgresql redis mongodb tomcat jenkins wordpress drupal docker',
      ],
      [
        'software',
        'zoom anydesk teamviewer winrar kaspersky forticlient acrobat libreoffice skype zimbra confluence jira',
      ],
      [
        'software',
        'esxi vcenter horizon citrix netscaler sonicwall sharepoint tightvnc putty winscp filezilla curl struts',
      ],
      [
        'software',
        'poedit weblogic jboss thunderbird silverlight defender symantec telerik asa secure dc dotnetnuke magento',
      ],
      ['heading', 'oid oids identifier object section subsection sections chapter chapters clause clauses'],
      [
        'heading',
        'figure figures table tables sec rfc clhs appnote cis benchmark benchmarks recommendation recommendations',
      ],
      ['conjunction', 'and or to'],
    ] as const
  ).flatMap(([role, words]) => words.split(' ').map((word) => [word, role])),
);

/** Product names that precede versions, and also addresses. */
export const productNames: readonly string[] = [...roles].flatMap(([word, role]) => (isProduct(role) ? [word] : []));

/** Whether a role is a product, whose name can precede versions and addresses. */
export function isProduct(role: Role | undefined): boolean {
  return role === 'browser' || role === 'product' || role === 'software';
}

/** The role of a word, or of its last part (`chrome` in `google-chrome`). */
export function getRole(word: string): Role | undefined {
  if (word === '') return undefined;
  return (
    roles.get(word) ??
    (/version(?:from|to|min|max|(?:start|end)(?:(?:in|ex)cluding)?|number|string|info|value)?$|^(?:target|min|max)?abi$|^lessthan(?:orequal)?$/.test(
      word,
    )
      ? 'keyword'
      : roles.get(word.slice(word.lastIndexOf('-') + 1)))
  );
}
