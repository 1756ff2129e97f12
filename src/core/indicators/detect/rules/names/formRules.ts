import { type BareName, isDuration, isExact, isKey, looksLikeHost } from './bareName';
import { isTypedAsOther } from './contextRules';
import { words } from './words';
import { isPseudoTld } from '../../../registry/specialNames';
import { suffixLabelCount } from '../../../registry/suffixes';
import { isMemberTld, isMostlyFileExtension, tldKind } from './tldKinds';
import type { Rule } from '../rule';

/** Packages of languages and of Android below each of their roots. */
const languagePackages: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    java: words('applet awt beans io lang math net nio rmi security sql text time util'),
    javax: words(
      'accessibility activation annotation cache crypto ejb el enterprise faces imageio inject jms jws mail management money naming net persistence print resource rmi script security servlet sound sql swing tools transaction validation websocket ws xml',
    ),
    jakarta: words(
      'activation annotation authentication batch data ejb el enterprise faces inject interceptor jms json jws mail persistence resource security servlet transaction validation websocket ws xml',
    ),
    android: words(
      'accessibilityservice accounts animation annotation app appwidget attr bluetooth car companion content database drm filterpack gesture graphics hardware icu inputmethodservice intent internal location media metrics mtp net nfc opengl os permission preference print provider r renderscript sax se security service speech support telecom telephony test text transition util view webkit widget window',
    ),
    androidx: words(
      'activity ads annotation appcompat appsearch arch asynclayoutinflater autofill benchmark biometric browser camera car cardview collection compose constraintlayout contentpager coordinatorlayout core cursoradapter customview databinding datastore documentfile drawerlayout dynamicanimation emoji emoji2 enterprise exifinterface fragment games gridlayout health heifwriter hilt interpolator legacy leanback lifecycle lint loader localbroadcastmanager media media2 media3 mediarouter metrics multidex navigation paging palette percentlayout preference print privacysandbox profileinstaller recommendation recyclerview remotecallback resourceinspection room savedstate security sharetarget slice slidingpanelayout sqlite startup swiperefreshlayout test text tracing transition tv tvprovider vectordrawable versionedparcelable viewpager viewpager2 wear webkit window work',
    ),
    kotlin: words(
      'annotation annotations collections comparisons concurrent contracts coroutines experimental internal io js jvm math native properties random ranges reflect run script sequences stdlib streams system test text time',
    ),
    kotlinx: words('cinterop collections coroutines datetime html io serialization'),
    scala: words(
      'annotation beans collection compat concurrent io jdk language math ref reflect runtime sys tools util xml',
    ),
    sun: words(
      'awt font invoke io java2d jvm management misc net nio print reflect rmi security swing text tools tracing util',
    ),
    ansible: words('builtin posix windows'),
    jdk: words('crypto dynalink incubator internal jfr net nio security tools'),
    matlab: words(
      'addons apputil codetools engine graphics images internal io lang mixin net perftest system ui unittest',
    ),
  }),
);
/** The roots of packages that are named after a domain, the last label first. */
const packageRoots = words('com org net io dev app me ru de cn uk');
/** Of these, common first labels of hosts: `app.a-site.io`, `uk.a-site.live`. */
const commonHostLabels = words('dev app me ru de cn uk');
/** TLDs that are names of packages beside those of members: `org.acme.io`, `com.acme.shop`. */
const packageTlds = words('bom foo bar baz io ml rs ai tv ws js db fm ie shop bank chat money cards taxi mobile');

/** Roots of packages whose vendors have names of their own, and fields for names of packages. */
const vendorPattern =
  /^(?:com\.(?:example|apple|google|android|microsoft|facebook|amazon|samsung|huawei|tencent)|org\.(?:apache|springframework|eclipse|hibernate|jboss|junit|mozilla|gnome|freedesktop))\./;
const packageFieldPattern =
  /(?:^|[^a-z])(?:package|pkg|bundle|process|component|cmp|activity)(?:_?(?:name|id))?["']?\s?[:=]\s?["']?$/i;

function isPackage(name: BareName): boolean {
  const { first, labelCount, kind, tld } = name;
  if (first === 'llvm' || first === 'vnd') return labelCount > 2;
  // `Microsoft.Network`, `MICROSOFT.STORAGE/STORAGEACCOUNTS`, as Azure writes its providers.
  if (/^(?:microsoft|windows)$/.test(first) && kind !== 'plain')
    return (
      labelCount === 2 && (/^\/[A-Z]{3}/.test(name.after) || /\.(?:Network|Storage|Systems?|NETWORK)$/.test(name.raw))
    );
  const packages = languagePackages.get(first);
  if (packages !== undefined) return packages.has(name.labels[1] ?? '');
  // An app group, as named on Apple systems.
  if (first === 'group' && labelCount > 3 && packageRoots.has(name.labels[1] ?? '')) return true;
  if (!packageRoots.has(first)) return false;
  // `org.acme.cloud:tool`, the coordinates of an artifact, and `com.google` as a prefix.
  if (kind !== 'plain' && /^:[a-z]/.test(name.after)) return true;
  if (labelCount < 3)
    return kind === 'member' && (tld.length > 4 || /^(?:foo|bar|test)$/.test(tld)) && /^(?:com|org)$/.test(first);
  if (vendorPattern.test(name.value) && kind !== 'plain') return true;
  if (kind === 'plain') return (first === 'com' || first === 'org') && tld === 'net';
  if (name.after.startsWith('/.') || packageFieldPattern.test(name.before)) return true;
  return isPackageName(name) || (labelCount > 3 && /[a-z\d]_[a-z\d]/.test(name.value));
}

/** Whether a name with the root of a package ends as packages do, which is with a word or the name of a file. */
function isPackageName(name: BareName): boolean {
  const { labels, tld, after } = name;
  const isWord = isMemberTld(tld) || packageTlds.has(tld) || isMostlyFileExtension(tld);
  // Identifiers don't start with a digit, and packages have no paths but `com.acme.app/.Main` and `com.acme.app/1.2`.
  if (!isWord || labels.some((label) => /^\d/.test(label)) || /^\/(?!com\.|org\.|net\.|io\.)[a-z_]/i.test(after))
    return false;
  return !commonHostLabels.has(labels[0] ?? '') || (/^(?:app|data|id|name)$/.test(tld) && !looksLikeHost(name));
}

const fileBeforeInPattern =
  /^(?:h|hpp|hh|c|cc|cpp|py|sh|pl|ac|am|pc|mk|pre|conf|cfg|ini|json|xml|ya?ml|toml|txt|md|html|spec|service|desktop|plist|rc|def|cmake|requirements)$/;
const buildStemPattern = /^(?:(?:gnu)?makefile|configure|aclocal|automake|autogen)$/;
const fileBeforeBrPattern = /^(?:js|mjs|cjs|css|html?|json|svg|xml|wasm|map|txt|md|ttf|otf|eot|ico|webmanifest)$/;

const buildFilePattern =
  /^go\.work$|^(?:makefile|dockerfile|vagrantfile|jenkinsfile|gemfile|rakefile|podfile|procfile)\.|[-.]requirements\.in$|\.(?:instructions|prompt|chatmode)\.md$/;

function isBuildFile(name: BareName): boolean {
  const { value, tld } = name;
  if (name.kind !== 'plain' && buildFilePattern.test(value)) return true;
  if (tld !== 'br' && tld !== 'in') return false;
  const { labels } = name;
  const before = labels.at(-2) ?? '';
  if (tld === 'br') return fileBeforeBrPattern.test(before);
  if (labels.length === 2 && buildStemPattern.test(before)) return true;
  if (!fileBeforeInPattern.test(before)) return false;
  // Universities and others register names under `ac.in` and `am.in`.
  return suffixLabelCount(value) < 2 || buildStemPattern.test(labels.at(-3) ?? '');
}

const servicePattern =
  /(?:^|[^\w./\\-])(?:krbtgt|host|http|cifs|ldap|gc|dns|mssqlsvc|termsrv|wsman|rpcss|restrictedkrbhost|smtp|imap|nfs)\/$/i;

/** `cifs/dc1.a.local`, `Ann/A.LOCAL`, `node/a.b.internal`: a service host or user realm in Kerberos notation. */
function isKerberosPrincipal({ raw, before, labelCount, tld }: BareName): boolean {
  if (servicePattern.test(before) || (tld === 'internal' && labelCount > 2)) return true;
  if (!isPseudoTld(tld) || /[a-z]/.test(raw)) return false;
  return /^[\w$-]+\/$/.test(before.split(/[^\w./\\$-]/).at(-1) ?? '');
}

function isInPath(name: BareName): boolean {
  const { before, tld } = name;
  // `FIRSTUP_PARENT/a-site.lan`: how a proxy reached a host.
  if (isKerberosPrincipal(name) || /(?:^|[^\w./\\-])[A-Z]{3,}(?:_[A-Z]+)*\/$/.test(before)) return false;
  if (/(?:^|[^\w:/]|\bhttps?)\/\/$|:\/\/$|\b(?:address|server|local|domain)=\/$/.test(before)) return false;
  return tldKind(tld) !== 'plain' || /(?:^|[\s"'=(])(?:~|\.{1,2}|[a-z]:)\/(?:[\w.-]+\/)*$/i.test(before);
}

/** Names with more labels are pages named after their site. */
function isFileField(name: BareName): boolean {
  if (name.labelCount !== 2 || name.first === 'www') return false;
  const { before, after } = name;
  if (after.startsWith('/')) return false;
  return /(?:file|image|buildable|process|program|module|bundle)_?(?:name|id)["']?\s?[:=]\s?["']?$/i.test(
    before.slice(-20),
  );
}

const malwarePattern =
  /^(?:trojan|backdoor|win32|win64|w32|w64|msil|worm|ransom|generic|heur|riskware|adware|exploit|virus|hacktool|spyware|downloader|dropper|coinminer|pua|pup|not-a-virus)$/;

/** Not a lowercase site name (`send.exploit.in`), nor one under a suffix (`pup.gov.pl`). */
function isMalware(name: BareName): boolean {
  const { value, tld } = name;
  if (tld === 'com' || tld === 'net' || tld === 'org') return false;
  const { raw, labels } = name;
  if (!labels.some((label) => malwarePattern.test(label))) return false;
  const below = labels.slice(0, -suffixLabelCount(value));
  if (below.slice(0, -1).some((label) => malwarePattern.test(label))) return true;
  // `Agent.Trojan.ru`
  return (
    malwarePattern.test(below.at(-1) ?? '') &&
    /^(?:[A-Z][a-z]+\d*|[A-Z]+\d*)$/.test(raw.split('.')[below.length - 1] ?? '')
  );
}

const dotnetPattern =
  /^(?:A(?:SP|sp|DO|do)|V[Bb]|BASIC|Basic|Paint|PAINT|ML|JSON|Json|N(?:ANCY|ancy)|A(?:KKA|kka)|L(?:UCENE|ucene)|C(?:ORE|ore))\.(?:NET|[Nn]et)$/;

/** Whether the TLD has capitals that hosts in code only have when everything is in capitals, or for `.COM`. */
function hasCodeCasing({ raw, value, tld, kind }: BareName): boolean {
  if (raw === value) return false;
  const written = raw.slice(raw.lastIndexOf('.') + 1);
  if (written === written.toLowerCase()) return false;
  const rest = raw.slice(0, raw.length - written.length);
  const shouting = written === written.toUpperCase();
  if (shouting && rest === rest.toUpperCase()) return false;
  const title = /^[A-Z][a-z]+$/.test(written);
  if (/^(?:com|org)$/.test(tld) && (shouting || (title && rest !== rest.toLowerCase()))) return false;
  return shouting || title || kind !== 'plain';
}

const languageWordPattern =
  /^(?:lang|langs|languages?|locales?|i18n|l10n|translations?|messages|strings|texts|labels|countries)$/;
const textCallPattern =
  /\b(?:t|tr|trans|translate|i18n|__|theme|config|\w{0,16}[Rr]outes?(?:Collection)?(?:->|\.)(?:get|add))\(\s*["'`]$/;

const scopeRoots = words(
  'storage keyword support entity meta punctuation markup constant variable comment string source invalid text token',
);
const keyCallPattern = new RegExp(
  [
    String.raw`\b(?:get|set|has|clear|read|add|remove)_?(?:\w{0,24}(?:prop|propert(?:y|ies)|param|parameter|attribute|args?|setting|settings|config|option|key|global|flag))\(\s?["']$`,
    String.raw`(?:\b|_)(?:settings|config|options|params|properties|props|env|_SERVER)["'\])(]{0,4}\[["']$`,
  ].join('|'),
  'i',
);
/** Calls for keys, before names that aren't plain ones. */
const memberCallPattern =
  /(?:\b|_)(?:settings|config|options|params|properties|props|env|query|meterRegistry|metrics|propertySource)["'\])(]{0,4}(?:->|\??\.|::)(?:get|put|set|has|find|add|remove|counter|timer|gauge)\(\s?["']$|\.get(?:String|Int|Long|Double|Boolean|Config|Duration)(?:List)?\(\s?["']$|->(?:name|bind|singleton|alias)\(\s?["']$|\b(?:route|view|lang|instant|json|assertJson\w{1,24}|data_[gs]et|Arr::\w{3,8}|computed|transitionTo|hasTable|hasColumn|metricName|widget|\w{0,24}(?:Counter|Gauge|Histogram|Meter)|\w{0,24}[Tt]opics?\w{0,16}|WithConfig|__|(?:get|has|set|remove)(?:Definition|Alias)|mock\.patch|messages|\w{0,24}(?:tag|key|attribute|logger|project|package|prefix|property|jsonpath)(?:_?name)?(?:\.of)?|volume_?name\.of)\(\s?["']$|\b(?:expand|populate|fields|columns)["']?\s?[:=]\s?\[\s{0,16}(?:["'][\w.]{1,32}["'],\s{1,16}){0,2}["']$/i;

const inCode = ['data', 'markup', 'code'] as const;

const sqlKeywordPattern =
  /\b(?:SELECT|FROM|WHERE|(?:LEFT |INNER |OUTER )?JOIN|ORDER BY|GROUP BY|(?:DELETE|INSERT) \w+|UPDATE) [^;]*$|\b(?:JOIN|SELECT|UPDATE) [^;]*$/;
/** The beginning of an SQL statement in a log, where `FROM` and `UPDATE` can be words of a message. */
const sqlStatementPattern = /\b(?:SELECT|JOIN|WHERE|ORDER BY|GROUP BY|HAVING|UPDATE \w+ SET|INSERT INTO \w+) [^;"'`]*$/;
/** Objects that scripts of Windows create by name. */
const scriptObjectPattern = /^(?:wscript\.(?:shell|network)|adodb\.stream)$/;
/** Keys whose values aren't hosts, before a member, and those before any name. */
const memberKeyPattern =
  /(?:^|[^\w-])(?:path|route|component|template|selector|layout|event|action|class(?:Name)?|field|column|prop|icon|slot|model|sort(?:By|Key)?|order(?:By)?|group(?:By)?|metric|permission|scope|i18n(?:Key)?|label(?:Key)?|title(?:Key)?)["']?\s?[:=]\s?["']$/i;
/** Such keys before any name of kind `member`: identifiers and resources of a user interface. */
const identifierKeyPattern =
  /(?:^|[^\w-])(?!(?:\w{0,16}_)?(?:host|domain|site|server|url))\w{0,24}(?:_id|[a-z]Id|_?icon|Icon|_?theme)["']?\s?[:=]\s?["']$/;
const typeKeyPattern = /(?:^|[^\w-])(?:data|content|media|mime|response)_?type["']?\s?[:=]\s?["']$/i;
/** Calls that group, sort, or select by the name of a column. */
const columnCallPattern =
  /\b(?:(?:add_?)?(?:group|order|sort)_?by|(?:left_?|inner_?)?join(?:_?and_?\w{3,12})?|distinct_?on|add_?select|sort_values|drop|select|pluck|where|agg|filter|set_index|pivot|col|column)\(\s?\[?(?:["']\w[\w.]{0,24}["'],\s?){0,3}["']$/i;
/** `route('x.show')`, `url('x.show', { id: 1 })`: an argument of a call for keys. */
function isKeyArgument({ before, after }: BareName): boolean {
  if (memberCallPattern.test(before) || keyArgumentPattern.test(after)) return true;
  return /\burl\(["']$/.test(before) && /^["'], ?[{[]/.test(after);
}

/** Types of numbers, as instruction sets name them. */
const numberTypePattern = /^(?:[fiuv]|ld|st)(?:8|16|32|64|128)$/;
/** `'x', Pocket::class`, and `'x' | translate` */
const keyArgumentPattern = /^["'](?:, \\?\w[\w\\]*::class\b| ?\| ?trans)/;
const logNamePattern =
  /\b(?:logger|channel|topic|queue|event|exchange|bucket|namespace|module|package)s? (?:named|called) ["'`]$/i;

/** `app.a-site.io/name: x`, a label or an annotation in YAML. */
function isLabel({ before, after }: BareName): boolean {
  if (!/^\/[\w.-]{1,63}["']?\]?(?::\s|:$|"\s?:|\s?=(?!>))/.test(after)) return false;
  return /(?:^|\n)\s{0,64}(?:- )?["']?$|[{[,]\s{0,4}["']$/.test(before);
}

/** Files that have the form of registered names. */
const knownFilePattern =
  /^config\.ru$|\.rb\.tt$|^(?:command|chcp|4dos|ndos)\.com$|-rules\.pro$|^(?:main|master|sendmail|submit)\.cf$|(?:^jail|^rc|-common)\.local$|.\.html\.[a-z]{2}$/;
const fileCommandPattern =
  /(?:^|[\n;&|(])[ \t]*(?:cp|mv|rm|cat|touch|chmod|ln|diff|cmp) (?:[^;&|\n]* )?$|\s(?:>> ?|<)$/;

/** Products whose properties start with their name, and whose name isn't the first label of hosts. */
const frameworks = words(
  'spring akka dubbo osgi hibernate quarkus micronaut logback log4j jetty flyway liquibase hikari ngx',
);
/** A command that reads or writes settings, or runs a task. */
const settingCommandPattern =
  /\b(?:git|npm|pnpm|yarn|pip|poetry|composer|cargo|bundle|gem|helm) config (?:(?:-[a-z]|--[a-z-]+|get|set|delete) ){0,3}["']?$|(?:^|[\n`"'$] ?)mix $/;

/** `spring.mail.host`; not `spring.io`, which has no word for members. */
function isProperty(name: BareName): boolean {
  const { value, kind, tld } = name;
  // The execution environment of OSGi, in every manifest; a volume, in the command line of a kernel.
  if (value === 'osgi.ee' || value === 'rd.lvm.lv' || value.startsWith('import.meta.') || isDuration(name)) return true;
  if (kind === 'plain') return false;
  const endsAsProperty = isPseudoTld(tld) ? name.labelCount > 3 : isMemberTld(tld);
  return (endsAsProperty && frameworks.has(name.first)) || settingCommandPattern.test(name.before);
}

/** The form of a package, a file, malware, or a key. */
export const formRules: readonly Rule<BareName>[] = [
  {
    id: 'is a property of a framework or a setting of a tool',
    strength: 'form',
    yields: true,
    test: isProperty,
    example: ['set spring.pocket.name first', 'spring.pocket.name'],
    counterexample: ['set springs.pocket.name first', 'springs.pocket.name'],
  },
  {
    id: 'is a resource of an API with its version',
    strength: 'form',
    yields: true,
    test: ({ value, kind }) =>
      kind !== 'plain' && /^[a-z]{3,}s\.v\d{1,2}(?:(?:alpha|beta)\d{1,2})?\.[a-z\d-]+\.[a-z]/.test(value),
    example: ['watches pockets.v1beta1.a-site.io', 'pockets.v1beta1.a-site.io'],
    counterexample: ['watches pocket.v1beta1.a-site.io', 'pocket.v1beta1.a-site.io'],
  },
  {
    id: 'is a package',
    strength: 'form',
    yields: true,
    test: isPackage,
    example: ['started com.vendor.mail.app', 'com.vendor.mail.app'],
    counterexample: ['opened app.vendor-mail.io', 'app.vendor-mail.io'],
  },
  {
    id: 'is a build file',
    strength: 'form',
    test: isBuildFile,
    example: ['edit config.h.in', 'config.h.in'],
    counterexample: ['visit www.sh.ac.in', 'www.sh.ac.in'],
  },
  {
    id: 'is in a path',
    strength: 'form',
    before: '/',
    test: isInPath,
    example: ['see /usr/lib/libx.so.me', 'libx.so.me'],
    counterexample: ['mount //files.a-site.me/x', 'files.a-site.me'],
  },
  {
    id: 'is in a Windows path',
    strength: 'form',
    before: '\\',
    test: ({ before }) => !/^[^\w:\\]*(?:\\\\){1,2}$/.test(/[^\s"'|]{0,64}$/.exec(before)?.[0] ?? ''),
    example: ['C:\\tools\\a.com', 'a.com'],
    counterexample: ['open \\\\files.a-site.com\\x', 'files.a-site.com'],
  },
  {
    id: 'is in a home directory',
    strength: 'form',
    before: '~',
    test: ({ before }) => /(?:^|\W)~$/.test(before),
    example: ['edit ~a.com', 'a.com'],
    counterexample: ['edit x~a.com', 'a.com'],
  },
  {
    id: 'is the value of a field for files',
    strength: 'form',
    before: ' "\'=:\t',
    test: isFileField,
    example: ['FileName: edit.com', 'edit.com'],
    counterexample: ['FileName: www.edit.a-site.com', 'www.edit.a-site.com'],
  },
  {
    id: 'has capitals as only code has',
    strength: 'form',
    yields: true,
    families: ['code'],
    test: hasCodeCasing,
    example: ["x = 'Pocket.Net'", 'Pocket.Net', 'typescript'],
    counterexample: ["x = 'POCKET.NET'", 'POCKET.NET', 'typescript'],
  },
  {
    id: 'has labels in capitals on both sides of one without',
    strength: 'form',
    yields: true,
    families: ['data'],
    test: ({ raw }) => /^[A-Z]{2,}\.(?:[A-Z\d]+\.)*(?:[a-z]{3,}\.)+[A-Z]{2,}$/.test(raw),
    example: ['{"x": "POC.region.CH"}', 'POC.region.CH', 'json'],
    counterexample: ['{"x": "POC.REGION.CH"}', 'POC.REGION.CH', 'json'],
  },
  {
    id: 'is a product',
    strength: 'form',
    test: ({ raw }) => dotnetPattern.test(raw),
    example: ['uses VB.NET', 'VB.NET'],
    counterexample: ['asks VX.NET', 'VX.NET'],
  },
  {
    id: 'is the name of malware',
    strength: 'form',
    yields: true,
    test: isMalware,
    example: ['found Trojan.Agent.ru', 'Trojan.Agent.ru'],
    counterexample: ['found send.exploit.in', 'send.exploit.in'],
  },
  {
    id: 'follows the platform of malware',
    strength: 'form',
    before: '/',
    test: ({ before }) => /(?:[Ww]in(?:32|64)|Linux|OSX|Android|MSIL|JS|VBS|PowerShell)\/$/.test(before),
    example: ['found Win32/Agent.de', 'Agent.de'],
    counterexample: ['mount //agent.de', 'agent.de'],
  },
  {
    id: 'is a variable or member',
    strength: 'form',
    before: '${(>:',
    test: ({ before, kind }) => /\$[{(]?$/.test(before) || (kind !== 'plain' && /->$|::$/.test(before)),
    example: ['set $a.com', 'a.com'],
    counterexample: ['set >a.com', 'a.com'],
  },
  {
    id: 'is an option of a command',
    strength: 'form',
    before: '-',
    test: ({ before, kind }) => kind === 'member' && /(?:^|[\s"'`])--$/.test(before),
    example: ['runs it with --pocket.test.ci', 'pocket.test.ci'],
    counterexample: ['visits it--pocket.test.ci', 'pocket.test.ci'],
  },
  {
    id: 'is a package in a project file',
    strength: 'form',
    before: '"\'',
    test: ({ before, kind }) =>
      kind !== 'plain' && /(?:\b(?:Package(?:Reference|Version)|Reference|Using) \w{3,8}|\bpkg)=["']$/.test(before),
    example: ['<PackageReference Include="Pocket.Small.Design">', 'Pocket.Small.Design', 'xml'],
    counterexample: ['<HostReference Include="pocket.small.design">', 'pocket.small.design', 'xml'],
  },
  {
    id: 'is an npm scope or a type of protocol buffers',
    strength: 'form',
    after: '/',
    test: ({ value, before }) => value === 'type.googleapis.com' || /(?:^|[^\w.+-])@$/.test(before),
    example: ['add @scope.io/package', 'scope.io'],
    counterexample: ['add scope.io/package', 'scope.io'],
  },
  {
    id: 'is a file in quotes',
    strength: 'form',
    families: inCode,
    before: '/',
    test: ({ before }) => /["'`](?:[\w-]+\/)+$/.test(before),
    example: ['x = "sys/pocket.de"', 'pocket.de', 'python'],
    counterexample: ['x = "//pocket.de"', 'pocket.de', 'python'],
  },
  {
    id: 'is a key',
    strength: 'form',
    yields: true,
    families: inCode,
    test: (name, family) =>
      name.kind !== 'plain' && (isKey(name) || isLabel(name) || (family === 'data' && name.after.startsWith(' = '))),
    example: ['{"www.site.name": 1}', 'www.site.name', 'json'],
    counterexample: ['{"x": "www.site.name"}', 'www.site.name', 'json'],
  },
  {
    id: 'is a backend of a proxy or a namespace of a database',
    strength: 'form',
    before: ' "',
    test: ({ before, after, kind }) =>
      kind !== 'plain' &&
      ((/\] [\w.~-]{1,64} $/.test(before) && /^\/[\w.-]{1,64} -?\d{1,9}\//.test(after)) ||
        /["']ns["']:\s?"$/.test(before)),
    example: ['[04/Mar/2025:12:04:00.100] front~ back.app/web-1 0/0/1/2/3', 'back.app'],
    counterexample: ['[04/Mar/2025:12:04:00.100] front~ back.app/web-1', 'back.app'],
  },
  {
    id: 'is typed as something else',
    strength: 'form',
    before: '"\'',
    test: isTypedAsOther,
    example: ['{"type":"filename","value":"a-b.cc"}', 'a-b.cc'],
    counterexample: ['{"type":"hostname","value":"a-b.cc"}', 'a-b.cc'],
  },
  {
    id: 'is a key of translations',
    strength: 'form',
    yields: true,
    families: inCode,
    test: ({ labels, tld, kind, before }) =>
      kind === 'plain' &&
      tld.length === 2 &&
      (languageWordPattern.test(labels.at(-2) ?? '') || textCallPattern.test(before)),
    example: ["x = 'lang.de'", 'lang.de', 'typescript'],
    counterexample: ["x = 'a-lang.de'", 'a-lang.de', 'typescript'],
  },
  {
    id: 'is a scope of a grammar',
    strength: 'form',
    families: inCode,
    before: '"\'.',
    test: ({ labels, tld, kind, before }) =>
      labels.length > 2 &&
      scopeRoots.has(labels[0] ?? '') &&
      (kind === 'file' ||
        isMemberTld(tld) ||
        /^(?:fish|ml|cs)$/.test(tld) ||
        /\b(?:scopeName|include)["']\s?:\s?["']$/.test(before)),
    example: ['{"name": "keyword.control.fish"}', 'keyword.control.fish', 'json'],
    counterexample: ['{"name": "control.keyword.fish"}', 'control.keyword.fish', 'json'],
  },
  {
    id: 'is the argument of a call for keys',
    strength: 'form',
    families: inCode,
    before: '"\'',
    test: (name) => keyCallPattern.test(name.before) || (name.kind !== 'plain' && isKeyArgument(name)),
    example: ['getProperty("defaults.org")', 'defaults.org', 'kotlin'],
    counterexample: ['getAddress("defaults.org")', 'defaults.org', 'kotlin'],
  },
  {
    id: 'is an instruction',
    strength: 'form',
    families: inCode,
    test: (name) => /^[A-Z][A-Z\d]{0,5}\.[A-Z]+$/.test(name.raw) && !isExact(name),
    example: ['MOVW.LT $8, R0', 'MOVW.LT', 'asm'],
    counterexample: ['x = "MOVW.LT"', 'MOVW.LT', 'asm'],
  },
  {
    id: 'is in camel case',
    strength: 'form',
    yields: true,
    families: ['code'],
    test: ({ raw, value, tld }) => raw !== value && tld !== 'com' && /(?:^|\.)[a-z]+[A-Z]/.test(raw),
    example: ["x = 'accessClass.sun.net'", 'accessClass.sun.net', 'typescript'],
    counterexample: ["x = 'accessclass.sun.net'", 'accessclass.sun.net', 'typescript'],
  },
  {
    id: 'is the identifier of an element',
    strength: 'form',
    families: inCode,
    before: '"\'',
    test: ({ before }) => /\b(?:id|for)=\\?["']$/.test(before),
    example: ['<p id="method.lt">', 'method.lt', 'html'],
    counterexample: ['<p title="method.lt">', 'method.lt', 'html'],
  },
  {
    id: 'is a column in SQL',
    strength: 'form',
    before: ' (,=\t\n',
    test: (name, family) =>
      name.kind === 'member' &&
      name.labelCount === 2 &&
      (family === 'prose' ? sqlStatementPattern : sqlKeywordPattern).test(name.before),
    example: ["x = 'SELECT a FROM host pocket WHERE pocket.page = 1'", 'pocket.page', 'typescript'],
    counterexample: ["x = 'visit host pocket.page = 1'", 'pocket.page', 'typescript'],
  },
  {
    id: 'is an object of scripts',
    strength: 'form',
    yields: true,
    test: ({ kind, labelCount, value }) => kind === 'member' && labelCount === 2 && scriptObjectPattern.test(value),
    example: ['created wscript.shell', 'wscript.shell'],
    counterexample: ['created pocket.shell', 'pocket.shell'],
  },
  {
    id: 'is the value of a key for members or types',
    strength: 'form',
    yields: true,
    families: ['code'],
    before: '"\'',
    test: ({ before, tld, kind, labelCount }) =>
      (kind === 'member' &&
        labelCount === 2 &&
        (identifierKeyPattern.test(before) || (isMemberTld(tld) && memberKeyPattern.test(before)))) ||
      typeKeyPattern.test(before),
    example: ["x = { dataType: 'pocket.net' }", 'pocket.net', 'typescript'],
    counterexample: ["x = { data: 'pocket.net' }", 'pocket.net', 'typescript'],
  },
  {
    id: 'is the column of a call',
    strength: 'form',
    yields: true,
    families: ['code'],
    before: '"\'',
    test: ({ before, kind, labelCount }) => kind === 'member' && labelCount === 2 && columnCallPattern.test(before),
    example: ['hosts.groupby("pocket.ly")', 'pocket.ly', 'python'],
    counterexample: ['hosts.visit("pocket.ly")', 'pocket.ly', 'python'],
  },
  {
    id: 'is an instruction for a type of numbers',
    strength: 'form',
    test: ({ labelCount, first }) => labelCount === 2 && numberTypePattern.test(first),
    example: ["x('f32.ne')", 'f32.ne', 'python'],
    counterexample: ["x('g32.ne')", 'g32.ne', 'python'],
  },
  {
    id: 'is computed with vectors',
    strength: 'form',
    test: ({ tld, before, labelCount }) =>
      tld === 'xyz' && labelCount === 2 && /\b(?:vec|float|half)[234]\b[^\n]*$/.test(before),
    example: ['vec3 a = b * pocket.xyz;', 'pocket.xyz'],
    counterexample: ['vec a = b * pocket.xyz;', 'pocket.xyz'],
  },
  {
    id: 'is called by its name',
    strength: 'form',
    before: '"\'`',
    test: ({ before, kind }) => kind !== 'plain' && logNamePattern.test(before),
    example: ['the logger named "http.access.live"', 'http.access.live'],
    counterexample: ['the server named "http.access.live"', 'http.access.live'],
  },
  {
    id: 'is a version with a word at its end',
    strength: 'form',
    test: ({ value, kind }) => kind === 'member' && /^(?:\d{1,4}[.-]){2,5}(?<!-)[a-z]+$/.test(value),
    example: ['uses 5.6.15.Final', '5.6.15.Final'],
    counterexample: ['uses a5.6.15.Final', 'a5.6.15.Final'],
  },
  {
    id: 'is a known file',
    strength: 'form',
    families: inCode,
    test: ({ value }) => knownFilePattern.test(value),
    example: ["x('command.com')", 'command.com', 'typescript'],
    counterexample: ["x('commands.com')", 'commands.com', 'typescript'],
  },
  {
    id: 'is an argument of a command for files',
    strength: 'form',
    families: inCode,
    before: ' <>',
    test: ({ before, labelCount, after }) =>
      labelCount === 2 && !/^[:>]/.test(after) && fileCommandPattern.test(before),
    example: ['rm -f conftest.nl', 'conftest.nl', 'shellscript'],
    counterexample: ['ping -f conftest.nl', 'conftest.nl', 'shellscript'],
  },
  {
    id: 'is the source of a value in a schema',
    strength: 'form',
    families: inCode,
    before: ' ',
    test: ({ before, tld }) => tld === 'name' && /\bsource (?:[\w.-]{1,64}\.name ){0,8}$/i.test(before),
    example: ['# domain, Source host-pool.name', 'host-pool.name', 'python'],
    counterexample: ['# domain, asks host-pool.name', 'host-pool.name', 'python'],
  },
];
