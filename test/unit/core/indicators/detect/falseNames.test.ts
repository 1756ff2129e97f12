import assert from 'node:assert/strict';
import { assertFound, assertNothingFound, findValues } from './findHelpers';

/** A text with `{}`, in a language (a log by default). */
type Template = readonly [text: string, languageId?: string];

/** Names of people, columns, and members whose last label is also a top-level domain. */
const userNames = ['max.page', 'ann.live', 'jo.black', 'kim.click'];
const columns = ['orders.date', 'pocket.name', 'trips.page', 'shelves.select'];
const hosts = ['c2.lookups-test-1.com', 'lookups-test-2.net'];
const versions = ['2.1.2.8', '20.4.2.1', '3.49.1.0', '12.1.5.0'];
const addresses = ['203.0.114.9', '198.41.0.4'];

const ofUsers: readonly Template[] = [
  ['Auth: Login incorrect (mschap): [{}] (from client ap1 port 7 cli B8-27-EB-AA-BB-CC)'],
  ['Auth: Login OK: [{}] (from client ap1 port 7)'],
  ['login authenticator failed for (ADMIN): 535 Incorrect authentication data (set_id={})'],
  ['sshd[1]: Failed password for {} from 203.0.113.9'],
  ['sshd[1]: Accepted publickey for {} from 203.0.113.9'],
  ['sshd[1]: Invalid user {} from 203.0.113.9'],
  ['[pid 2] [{}] FAIL LOGIN: Client'],
  ['imap-login: Disconnected: user=<{}>, method=PLAIN'],
  ['TargetUserName: {}'],
  ['sasl_username={}'],
  ['ruser={} rhost='],
  ['authentication failed for {}'],
  ['usr={} act=login'],
  ['login for {} failed'],
  ['Failed login attempt for {}'],
  ['su: (to root) {} on pts/0'],
  ['{"userPrincipalName": "{}"}', 'json'],
  ["<Data Name='TargetUserName'>{}</Data>"],
  ['<Data Name="SubjectUserName">{}</Data>', 'xml'],
];

const ofMembers: readonly Template[] = [
  ['LOG:  statement: SELECT users.name, {} FROM users'],
  ['LOG:  statement: SELECT a FROM b ORDER BY {}'],
  ['df = df.groupby("{}")', 'python'],
  ['sock.connect((x, 4444))\ndf = df.run("{}")', 'python'],
  ["const h = env.VITE_HOST ?? x;\nconst routes = [{ path: '{}', component: Home }];", 'typescript'],
  ['users.orderBy("{}")', 'kotlin'],
  ['users.pluck("{}")', 'ruby'],
  ["$q->where('{}', 1)", 'php'],
  ['frame.select("{}")', 'scala'],
  ["x = { template: '{}' }", 'javascript'],
  ['@Sort(field = "{}")', 'java'],
  ['new Sort { Column = "{}" }', 'csharp'],
  ['mod = importlib.import_module("{}")', 'python'],
  ['<%= {} %>', 'markdown'],
  ['xref:index.adoc#{}[Text]', 'asciidoc'],
  ['[[{}]]', 'asciidoc'],
  ['```go\nfor _, x := range {} {\n```\n', 'markdown'],
  ['- text\n\n  ~~~ {.sql}\n  WHERE {} IN (1)\n  ~~~\n', 'markdown'],
  ['{{ template "{}" . }} and {{- define "{}" -}}'],
  ['{{ .{} }}, {{{} | upper}}', 'markdown'],
  ['echo $({})', 'shellscript'],
  ['rule_name={} hits=1'],
  ['Task: {}'],
  ['scopes: chat.read, {}'],
  ['UPDATE orders SET {} = 1'],
  ['3.2.1 {}'],
  ['#### 3.2 {}', 'markdown'],
  ['r = get(f"/api/{{}}/x/{{}!r}/{{}:07d}.webp")', 'python'],
  ['var s = $"plugin://{x}/{{}}";', 'csharp'],
  ['url := "http://h/?x={{ .{} }}"', 'go'],
  ['<a title="<%={}%>">', 'plaintext'],
  ['auth = config.get("{}")', 'python'],
  ["$this->app['config']->set('{}', 1); route('{}')", 'php'],
  ['assertThat(meterRegistry.get("{}").gauge())', 'java'],
  ['new StringTag("{}"), x.hasTag("{}")', 'java'],
  ['run `poetry config {} x` first', 'markdown'],
  ['the {} setting and the {} config value'],
  ['| {} | string | `""` |', 'markdown'],
  ['<label>{{.i18n.Tr "{}"}}</label> {{$.i18n.Tr "{}" .Name}}'],
  ['{{- with (.Pocket.show).{} }}'],
  ['Ok(Messages("{}")).withoutLang', 'scala'],
  ['log = logging.getLogger("{}")', 'python'],
  ['query.get("{}")', 'scala'],
  ['<p v-if="pocket.code || {}">', 'vue'],
  ['<p :class="open && {}">', 'vue'],
  ["{'x': self.{}}", 'python'],
  ['set {}.${i}.type and ``{}.*.enabled``'],
  ['# ansible.builtin.shell: x, {} = 1', 'yaml'],
  ['<code>x</code> rows[1].{}, {}["aud"]'],
  ['[`x`](#{}) and <a name="{}"></a>', 'markdown'],
  ['access="#owner == {}"/>', 'asciidoc'],
  ["{} = 'Documentation'", 'plaintext'],
  ['annotations["{}/pocket-name"] = "x"', 'go'],
  ['q.leftJoinAndSelect("{}", "x").addOrderBy("{}")', 'typescript'],
  ["$c->set('{}', Pocket::class)", 'php'],
  ["$c->getDefinition('{}')", 'php'],
];

/** Names that end like a field or a method, beside a word for hosts. */
const ofFields: readonly Template[] = [
  ['// the server needs {} at its start', 'go'],
  ['f.StringVar(&cfg.ServerHost, "{}", "x")', 'go'],
  ['log.error("connection to server failed: {}: ", x)', 'lua'],
];
const fields = ['shelf.redis.host', 'pocket.call', 'shelves.total', 'pocket.post'];
const ofMilliseconds: readonly Template[] = [
  ['c.brokerConfigInt("{}", 30000)', 'go'],
  ['{}=30000', 'properties'],
  ['raise `{}` of the broker', 'markdown'],
];
const milliseconds = ['session.timeout.ms', 'group.max.heartbeat.interval.ms'];
const ofTelemetry: readonly Template[] = [
  ['key := attribute.Key("{}")', 'go'],
  ['{"attribute": "{}"}', 'json'],
];
const telemetry = ['browser.mobile', 'otel.pocket.span.live', 'process.disk.io', 'jvm.threads.live'];

const ofPackages: readonly Template[] = [
  ["implementation '{}:pocket-parser'", 'groovy'],
  ['{}:pocket-parser in the build', 'asciidoc'],
];
const packages = ['org.acme.cloud', 'com.acme.bakery.external.google'];

const ofProperties: readonly Template[] = [
  ['registry.add("{}", redis::getHost);', 'java'],
  ['If `{}` is set', 'asciidoc'],
  ['{"name": "{}"}', 'json'],
];
const properties = ['spring.data.redis.host', 'spring.mail.host', 'dubbo.registry.id', 'osgi.ee'];

const ofResources: readonly Template[] = [
  ['resources: []string{"{}"},', 'go'],
  ['(e.g., {}, configmap.v1)', 'markdown'],
];
const resources = ['pockets.v1.lookups-test-1.io', 'virtualpockets.v1alpha1.apps.lookups-test-1.dev'];

/** Groups of the APIs of Kubernetes, which have the form of hosts. */
const groups = ['pocket.lookups-test-1.io', 'lookups-test-2.com'];
const ofGroups: readonly Template[] = [
  ['apiVersion: {}/v1\nkind: Pocket', 'yaml'],
  ['```yaml\napiVersion: {}/v1\n```', 'markdown'],
  ['{"apiVersion": "{}/v1"}', 'json'],
  ['{\\"apiVersion\\":\\"{}/v1\\"}', 'yaml'],
  ['Use `{}/v1beta1` now', 'markdown'],
  ['apiGroups: ["{}", "{}"]', 'yaml'],
  ['- apiGroups:\n  - {}\n  - {}\n  resources:', 'yaml'],
  ['  group: {}', 'yaml'],
  ['schema.GroupKind{Group: "{}", Kind: "Pocket"}', 'go'],
  ['b.WithAPIVersion("{}/v1")', 'go'],
];

/** Keys, which have the form of hosts, beside others that don't, or in calls for keys. */
const keys = ['pocket.author', 'pocket.global', 'pocket.light.kitchen', 'pocket-small.open'];
const ofKeys: readonly Template[] = [
  ['q.run("{}", "{}s")', 'typescript'],
  ['x = ["{}_at", "{}"]', 'python'],
  ['Map.of("{}", 1, "{}.sizing", 2)', 'java'],
  ['{"a": ["{}", "{}-sizing"]}', 'json'],
  ['conf.getString("{}") + x.getDuration("{}")', 'scala'],
  ['c.properties?.get("{}")', 'kotlin'],
  ['properties.put("{}", 1)', 'java'],
  ["route->name('{}'); view('{}'); $this->app->bind('{}', 1)", 'php'],
  ['x.localize("{}")', 'typescript'],
];
const entities = ['light.kitchen', 'zone.golf', 'appbar.menu'];
const ofEntities: readonly Template[] = [
  ['x = { entity_id: "{}" }', 'typescript'],
  ['x = { deviceId: "{}" }', 'typescript'],
  ['title_bar_left_icon = "{}"', 'lua'],
];
const references = ['var.name', 'local.host', 'each.value.sg', 'aws_instance.web.host'];
const ofReferences: readonly Template[] = [
  ['  host = {}', 'terraform'],
  ['  zone = join(x, {})', 'terraform'],
];
const comparisons = ['vt.lt', 'ab.gt', 'x.ge'];
const ofComparisons: readonly Template[] = [
  ['if e.Check() != "{}" {', 'go'],
  ['t.Errorf("Expected {} error")', 'go'],
  ['signs{{"{}", ">="}}', 'cpp'],
];

const ofVersions: readonly Template[] = [
  ['affected_versions:\n  - {}\n  - 1.8 - {}\n', 'yaml'],
  ['{"fixed_versions": ["1.2", "{}"]}', 'json'],
  ['versions = ["{}", "{}"]', 'toml'],
  ['versions = [\n  "{}",\n  "{}",\n]', 'terraform'],
  ['Fixed Versions:     5.0.0.beta1.1, {}, and {}', 'yaml'],
  ['This is fixed in the versions {} and {}', 'markdown'],
  ['rails < {}', 'yaml'],
  ['    activesupport ({})\n', 'yaml'],
  ['logger.info("service started v{}", "{}");'.replace('v{}', 'v{0}'), 'java'],
  ['log.Printf("started version %s", "{}")', 'go'],
  ['printf("v%s\\n", "{}");', 'c'],
  ['let v = info["CFBundleShortVersionString"] ?? "{}"', 'swift'],
  ["const v = process.env.APP_VERSION || '{}';", 'javascript'],
  ['val v = versionName ?: "{}"', 'kotlin'],
  ['v = os.environ.get("APP_VERSION", "{}")', 'python'],
  ['library("DB2 JDBC", "{}") {', 'groovy'],
  ['gem "pocket", "~> {}"', 'ruby'],
  ["new Package('acme/pocket', '{}', '1.1')", 'php'],
  ['get_package("pocket", "{}")', 'python'],
  ["versions: ['>=1', '<{}']", 'yaml'],
  ['| < {} | yes |'.replace('| <', '|<'), 'markdown'],
  ['events:\n  - introduced: "0"\n  - fixed: {}\n', 'yaml'],
  ['versions:\n  - 1.2\n  - 1.2.1b3\n  - {}\n', 'yaml'],
  [`x:\n${'  - 24.3.4.1\n'.repeat(40)}  - {}\n`, 'yaml'],
  ['"version_normalized": "{}",', 'json'],
  ['Bump pocket-parser from {} to {}', 'yaml'],
  ['Bumped Pocket to {} to repair it', 'markdown'],
  ['Pocket before {} allows remote attackers to read'],
  ['all versions up to and including {}'],
  ['in versions 2.1 up\n  to {} of Pocket', 'yaml'],
  ['The {} releases are available'],
  ['- cis: ["{}"]', 'yaml'],
  ['# {} Ensure that a pocket is empty', 'yaml'],
  ['"targetAbi": "{}",', 'json'],
  ["new Constraint('>=', '{}')", 'php'],
  ['yield [\'~{}\', "< {}"];', 'php'],
  ['assertTrue(Version.isRelease263OrHigher("{}"));', 'java'],
  ['(exact version match: 1.0 or {}), found x'],
  ['In ActiveRecord <{} a value'],
  ['Pocket:\n  < {}\n', 'yaml'],
  ['Update to `rdoc` {}', 'markdown'],
  ['C:\\Pocket Tools\\{}\\a.dll'],
  ['[CIS - Pocket 2 - {}: Ensure that it is empty]'],
  ['"requested": "[{}, {}]",\n"resolved": "{}",\n  "contentHash": "x"', 'json'],
  ['"libpocket": "[{}, 22.0)", "libshelf": "[{}, )", "libring": "(, {}]"', 'json'],
  ['otp: "{}"', 'yaml'],
  ['"AWSSDK.Pocket/{}": {"dependencies": {"AWSSDK.Core": "{}", "Pocket.Ring": "{}"}}', 'json'],
  ['[versions]\npocket = "{}"\nring = "{}"\n', 'toml'],
  ['"pocket": {:hex, :pocket, "{}", "a7"}', 'elixir'],
  ['{"versionInfo": "{}", "versionEndExcluding": "{}", "lessThan": "{}"}', 'json'],
  ['Unpacking pocket ({}) over ({}) ...'],
  ['Upgrade pocket from {} to {}'],
  ['Package_for_KB2664825~31bf3856ad364e35~amd64~~{} was installed'],
  ['pkg://a7/security/sudo@{},5.11-0.1'],
  ['Bump `Acme.Pocket` from `{}` to `{}`', 'markdown'],
];

const ofFiles: readonly Template[] = [
  ['e[s].mapping&&io(e[a.group],a.mapping)', 'plaintext'],
  ['x = "each_with_object([]) { _2[_1.id] = _1.size }"', 'ruby'],
  ['"started at \\(pocket.host):\\(pocket.port)"', 'swift'],
  ['f.StringVar(&c.ID, "pocket.name", hostname, "x")', 'go'],
  ['// copies the given pocket.Map. A map is a list.', 'go'],
  ['// Access to the server is serialized by sc.shelf.mu.\n', 'go'],
  ['storage = "pocket.shelf.storage." .. name', 'lua'],
  ['media("vnd.pocket.text.global")', 'scala'],
  ["$routes->get('pocket.nl'); $routeCollection->add('pocket.fr', x)", 'php'],
  ['group.equals("javax.money") || group.equals("jdk.crypto.ec")', 'java'],
  ['"B\\x01Z0a-site.com/pocket/small/settings/of/the/region/xb"', 'go'],
  ['| `Bank job offer.pdf.zip` | Linux/Agent.E |'],
  ['opened Invoice march.docx.zip'],
  ['configure_file(config.h.cmake.in config.h)'],
  ['[guide](guide-2.5.x.md)', 'markdown'],
  ['[http.routers.app]\n  rule = 1\n', 'markdown'],
  ['ran wscript.shell and adodb.stream'],
  ['logged in as CORP\\first.page from a7, then LAB-2\\bob.live'],
  ['"scopes":["users:read.email","mail:write.click"]'],
  ['* SQLite driver 3.49.1.0\n* sqlite-jdbc 3.53.2.0\n', 'markdown'],
  ["$.ajax({ url: u, dataType: 'json.net' });", 'javascript'],
  ['org := "test.ca.Org"', 'go'],
  ['find_root "config.ru", x', 'ruby'],
  ['template("pocket.rb.tt", x)', 'ruby'],
  ['a.com,\n  files/pocket-config.md,\\\n  files/pocket.md,\\\n', 'yaml'],
  ['add id_rsa.pub, signing-key.pub, and host_ca.pub'],
  ['see `6.0-delivery-zones.md` and 5.4-6.0-delivery-zones.md', 'markdown'],
  ['- src/\n  - pocket1.md\n  - pocket2.md\n- lib/\n', 'markdown'],
  ["x = ref(url('pocket.show', { id: 1 }), url('pocket.show', [1]))", 'typescript'],
  ["{{ 'a-pocket.name' | translate }} {{ 'pocket.AUTO' | translate }}", 'html'],
  ["x.instant('pocket.download'); x.instant('pocket.no')", 'typescript'],
  ["$x->json('a-pocket.channel')", 'php'],
  ["$x->assertJsonPath('a-pocket.directory.id', 1); Arr::get($x, 'a'); data_get('pocket.tips')", 'php'],
  ['`import.meta.env.SITE` and import.meta.env.PROD', 'markdown'],
  ['set `i18n.domains` first', 'markdown'],
  ['the function `:pocket.call`', 'markdown'],
  ['`pocket.returns`, `pocket.exchanges`, and `pocket.claims`', 'markdown'],
  ['copy `.env.example` and `Caddyfile.example`; edit Procfile.dev', 'markdown'],
  ['run `mix hex.build` or "mix archive.build"', 'markdown'],
  ['```python\nx = [pocket.pk for pocket in y]\nget(pk=pocket.pk)\n```\n', 'markdown'],
  ['new URL(Pocket.url.pathname, Pocket.site);'],
  ['{{ default (include "a-pocket.shelf.name" .) .Values.x }}'],
  ['x = `vec3 g = step(x0.yzx, pocket.xyz);`', 'typescript'],
  ['x = "#{team}:#{Pocket.Org.key_hash(%Pocket.Org{key: 1})} %Pocket.Org{}"', 'elixir'],
  ['linux rd.lvm.lv=fedora_test/root crashkernel=auto'],
  ["@computed('tasks.@each.name', 'rows.@each.services')", 'javascript'],
  ['<Source name="PocketReader.java" />', 'xml'],
  ['x = "{{ pocket.site.pk }}?a={{ pocket.rack.pk|x }}"', 'python'],
  ['x = "{% url \'dcim:cable\' pk=pocket.cable.pk %}"', 'python'],
  ['1. pocket-11.07-win64.zip and `pocket-x.xx-arm64.zip`', 'markdown'],
  ['returns `errors.New`, and `Tempfile.open`', 'markdown'],
  ['[the guide][pocket.community]\n[pocket.community]: /x\n', 'markdown'],
  ['update CHANGELOG.zh-CN.md and `index.en-US.md`', 'markdown'],
  ['- Fix Radio.Group, Checkbox.Group, and Typography.Link', 'markdown'],
  ["Schema.hasTable('pocket.foo'); waitForTopicCreated('a7-pocket.b.internal')", 'javascript'],
  ["assert_select 'ul.cal' do", 'ruby'],
  ["x.css('li.page a::attr(href)')", 'restructuredtext'],
  ['String POCKET_GROUP_PREFIX = "test.pocket.group.";', 'java'],
  ['copy Vagrantfile.local, Makefile.k8s.mk, and `a-style.instructions.md`', 'markdown'],
  ['auto path = dir.writeFile("quiet.mg", "x");', 'cpp'],
  ['lcov --output-file pocket.info --remove pocket.total'],
  ['  # 18.10.14.1 (L1) Ensure x\n  # 2.3.8.2 (L1) Configure x\n  # 1.1.1.8 FAT: filesystem\n', 'yaml'],
  ['as recommendation 4.2.1.5 says; 1.1.2.1 Ensure that it is mounted'],
  ['x = ["ann.okafor", "jo.kim", "max.bennett"]', 'json'],
  ['x = { a: ["jo.kim", "ann.okafor", "max.bennett"] }', 'typescript'],
  ['[params.author]\nemail = "x"\n[languages.de]\nweight = 1\n', 'markdown'],
  ['set `pocket.info.<id>.enabled` and `pocket.help.download.<os>-<arch>`', 'markdown'],
  ['set `pocket.containers.live.*` first', 'markdown'],
  ["cy.loadProject('pocket.mini'); setPackageName('pocket.foo'); jsonPath('pocket.samples.jobs')", 'typescript'],
  ['@ConditionalOnProperty("pocket.quiet") VolumeName.of("a-pocket.build")', 'java'],
  ['x = { fields: ["pocket.tax", "pocket.source.coupon"] }', 'typescript'],
  ['describe "phx.gen.live" do', 'elixir'],
  ['list("com.example.pocket.foo", "org.test")', 'java'],
  ['<condition property="ap.pocket.internal" if="ap.shelf.internal"/>', 'xml'],
  ['PURPOSE AND NONINFRINGEMENT.IN NO EVENT SHALL'],
  ['Bump Acme.Pocket from 3.9.0-3.final to 4.0.0-final', 'markdown'],
  ['<inventory.name>+<organization.name>'],
  ['`phx.new` and [`SHORTCODE.Store`][]', 'markdown'],
];

function fill(templates: readonly Template[], fillings: readonly string[]): readonly Template[] {
  return templates.flatMap(([text, languageId]) =>
    fillings.map((filling): Template => [text.replaceAll('{}', filling), languageId]),
  );
}

describe('Finding nothing in what looks like hosts', () => {
  it('knows users, members, versions, and files of many languages and logs', () => {
    const texts = [
      ...fill(ofUsers, userNames),
      ...fill(ofMembers, columns),
      ...fill(ofGroups, groups),
      ...fill(ofPackages, packages),
      ...fill(ofProperties, properties),
      ...fill(ofResources, resources),
      ...fill(ofFields, fields),
      ...fill(ofMilliseconds, milliseconds),
      ...fill(ofTelemetry, telemetry),
      ...fill(ofKeys, keys),
      ...fill(ofEntities, entities),
      ...fill(ofReferences, references),
      ...fill(ofComparisons, comparisons),
      ...fill(ofVersions, versions),
      ...ofFiles,
    ];
    for (const [text, languageId] of texts) {
      const withoutAddress = text.replace(' from 203.0.113.9', '');
      assertNothingFound([withoutAddress], languageId);
    }
  });

  it('takes digits of words of code for no evidence of a host', () => {
    const attributes =
      '- k8s.pod.name\n- k8s.cronjob.name\n- k8s.replicaset.name\n- service.instance.id\n- service.name\n';
    assertNothingFound([attributes, '{{ template  "pocket-exporter.name" . }}'], 'markdown');
    assertNothingFound(['f(x("utf8.label.foo", false), y("int64.builtin.id"))'], 'go');
    assertFound([['- k8s.io\n- registry.k8s.io', ['domain k8s.io', 'domain registry.k8s.io']]], 'markdown');
  });

  it('finds hosts in the same places', () => {
    const hostCases: readonly (readonly [text: string, value: string, languageId?: string])[] = [
      ['x = ["pocket.live", "pocket.exe", "pocket.top"]', 'pocket.live', 'python'],
      ['x = "{{ \'pocket.site\' }}"', 'pocket.site', 'python'],
      ['PHISHING_URL = "http-pocket.site"', 'http-pocket.site', 'python'],
      ['BIT_LY = "bit.ly"', 'bit.ly', 'python'],
      ['mail to <ann.@a-pocket.live>', 'a-pocket.live'],
      ['the host `pocket.page`', 'pocket.page', 'markdown'],
      ['it opened my-tv.app in May', 'my-tv.app'],
      ['it opened pb.app in May', 'pb.app'],
      ['x = ["a7.pocket.live", "a7.sizing"]', 'a7.pocket.live', 'python'],
      ['x("pocket.ly", "other.title")', 'pocket.ly', 'typescript'],
      ['const host = "pocket.ly"; on("pocket.title")', 'pocket.ly', 'typescript'],
      ['Map("pocket.top" -> 1, "other.live" -> 2)', 'other.live', 'scala'],
      ['x = { domain_id: "pocket.top" }', 'pocket.top', 'typescript'],
      ['x = { host: "light.kitchen" }', 'light.kitchen', 'typescript'],
      ['x = { entity: "light.kitchen" }', 'light.kitchen', 'typescript'],
      ['  host = "local.host"', 'local.host', 'terraform'],
      ['check("vtb.lt")', 'vtb.lt', 'go'],
      ['// the host login.pocket.id answers', 'login.pocket.id', 'go'],
      ['server_name mail.pocket.email;', 'mail.pocket.email', 'properties'],
      ['new Socket("mail.pocket.email", 443)', 'mail.pocket.email', 'java'],
      ['s.connect(("pocket.email", 8080))', 'pocket.email', 'python'],
      ['new TcpClient("pocket.page", 4444)', 'pocket.page', 'csharp'],
      ['- driveshare.pub', 'driveshare.pub', 'markdown'],
      ['the loader used holic.pub in May', 'holic.pub'],
      ['- `pocket1.live`\n- a/\n- 6.0-delivery.live\n', '6.0-delivery.live', 'markdown'],
      ["new URL('pocket.ly', x); fetch('pocket.no')", 'pocket.ly', 'typescript'],
      ['in `pocket.exe` and `pocket.claims`', 'pocket.claims', 'markdown'],
      ['in `Pocket.live` and `TaskPocket.show`', 'taskpocket.show', 'markdown'],
      ['half2\n- pocket.xyz', 'pocket.xyz', 'markdown'],
      ['open Profile.dev and Pocketfile.tech', 'pocketfile.tech'],
      ['visit(pocket.author, shelf.live)', 'shelf.live'],
      ['visit(login.pocket.live, login.shelf.live)', 'login.shelf.live'],
      ['x = "#{a} pocket.net"', 'pocket.net', 'ruby'],
      ['{"x": "with a registry(pocket.io) or without"}', 'pocket.io', 'json'],
      ['x = ["ann.okafor", "pocket.vip", "evil.example"]', 'pocket.vip', 'json'],
      ['[pocket.live]\nwas seen in May', 'pocket.live', 'markdown'],
      ['seen at pocket.live.<br>Then', 'pocket.live', 'markdown'],
      ["openSite('pocket.mini')", 'pocket.mini', 'typescript'],
      ['x = { hosts: ["a-pocket.tax", "pocket.coupon"] }', 'pocket.coupon', 'typescript'],
      ['VISIT POCKET.IN NOW', 'pocket.in'],
      ['it opened shelf.name', 'shelf.name'],
    ];
    for (const [text, value, languageId] of hostCases) {
      const found = findValues(text, languageId);
      assert.ok(found.includes(`domain ${value}`), `${text}: ${found.join()}`);
    }
    assertNothingFound(['new Socket("pocket.page")', 'new Socket(pocket.page, 443)'], 'java');
    assertNothingFound(['// the first shelf.redis.host is read'], 'go');
  });

  it('finds small addresses where a package could have its version', () => {
    assertFound([
      ['{"hier": "HIER_DIRECT/8.34.12.5"}', ['ip 8.34.12.5']],
      ['failed over (8.34.12.5), setting up tunnel (8.34.12.6)', ['ip 8.34.12.5', 'ip 8.34.12.6']],
      ['  - Pocket (8.34.12.5)\n', ['ip 8.34.12.5']],
    ]);
  });

  it('skips networks with blanks before the length', () => {
    assertNothingFound(['The subnet ( 203.0.114.0 / 24 ) hosts others', '2001:db8:: / 32']);
    assertFound([
      ['at 203.0.114.7 / 24', ['ip 203.0.114.7']],
      ['203.0.114.0 / 240 tries', ['ip 203.0.114.0']],
    ]);
  });

  it('finds hosts and addresses in the same places of other texts', () => {
    const ofHosts: readonly Template[] = [
      ['connected to {} at noon'],
      ['user=ann host={}'],
      ['sock.connect(("{}", 4444))', 'python'],
      ["const hosts = [\n  '{}',\n];", 'typescript'],
      ['hosts:\n  - {}\n', 'yaml'],
      ['* the server {}\n', 'markdown'],
      ['{"servers": ["{}"]}', 'json'],
    ];
    for (const [text, languageId] of fill(ofHosts, hosts)) {
      const host = hosts.find((each) => text.includes(each)) ?? '';
      assertFound([[text, [`domain ${host}`]]], languageId);
    }
    for (const [text, languageId] of fill(ofHosts, addresses)) {
      const address = addresses.find((each) => text.includes(each)) ?? '';
      assertFound([[text, [`ip ${address}`]]], languageId);
    }
    assertFound(
      [
        [
          'in `pocket-1.top`, `evil.health`, and `lookups-test-1.com`',
          ['domain pocket-1.top', 'domain evil.health', 'domain lookups-test-1.com'],
        ],
        ['- `lookups-event.cyou`\n- `booking.beauty`', ['domain lookups-event.cyou', 'domain booking.beauty']],
        ['```text\npocket.run\n```\n```\npocket.click\n```', ['domain pocket.run', 'domain pocket.click']],
        ['```bash\ncurl pocket.run/x\n```\npocket.click', ['domain pocket.run', 'domain pocket.click']],
      ],
      'markdown',
    );
    assertFound(
      [
        ['nameservers:\n  - 4.2.2.1\n  - 4.2.2.2\n  - 4.2.2.3\n', ['ip 4.2.2.1', 'ip 4.2.2.2', 'ip 4.2.2.3']],
        ['x:\n  - 1.2.3.4\n  - 5.6.7.8\n  - 2.3.4.5\n', ['ip 1.2.3.4', 'ip 5.6.7.8', 'ip 2.3.4.5']],
        ['x:\n  - 5.9.1.7\n  - 203.0.114.9\n', ['ip 5.9.1.7', 'ip 203.0.114.9']],
      ],
      'yaml',
    );
    assertFound([
      ['<Data Name="DestinationHostname">pocket.live</Data>', ['domain pocket.live']],
      [
        '<Data Name="IpAddress">203.0.114.9</Data><Computer>pocket.live</Computer>',
        ['ip 203.0.114.9', 'domain pocket.live'],
      ],
      ['url: api.lookups-test-1.io/v1', ['domain api.lookups-test-1.io']],
      ['max.live/203.0.114.9:5000 MULTI: primary virtual IP', ['ip 203.0.114.9']],
      ['open max.live/203.0.114.9:5000 now', ['domain max.live', 'ip 203.0.114.9']],
      [
        '- greenindustry.pl\n- forum1267.pl\n- ldxrdhrin.sh',
        ['domain greenindustry.pl', 'domain forum1267.pl', 'domain ldxrdhrin.sh'],
      ],
      ['- checkservers.pl\n- test12.pl\n- mkhttpdrpm.sh\nperl greenindustry.pl', []],
      ['text\\fpocket.live', ['domain pocket.live']],
      [
        'between 192.0.2.7[pocket.group] and 2001:db8::1[pocket.id]',
        ['ip 192.0.2.7', 'domain pocket.group', 'ip 2001:db8::1', 'domain pocket.id'],
      ],
      ['pocket.live. A 203.0.114.9\npocket.tips. A', ['domain pocket.live', 'ip 203.0.114.9', 'domain pocket.tips']],
    ]);
    assertFound([['connect("pocket-host", "198.41.0.4")', ['ip 198.41.0.4']]], 'groovy');
    assertFound([['x = "a";\nhost = "pocket.page"', ['domain pocket.page']]], 'python');
    assertFound(
      [
        ['// the server a7.pocket.host is down', ['domain a7.pocket.host']],
        ['connect(\'pocket.host\', x); const host = "pocket.id";', ['domain pocket.id']],
        [
          'const x = ["go.pocket.io", "k8s.io", "browser.test"];',
          ['domain go.pocket.io', 'domain k8s.io', 'domain browser.test'],
        ],
      ],
      'typescript',
    );
  });
});
