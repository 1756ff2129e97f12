const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Common object names in code; followed by a member TLD, they aren't hosts (`options.help`, `cache.store`). */
const objects = words(`
  this self that window document console log logger logging process math date json object array string number boolean
  os sys req res request response event events ctx context module exports e err error args arg argv config cfg conf opt
  option options opts param params user users file files node nodes obj item items data dns app apps path field fields prop
  props state store env super row rows col cols cell key keys target source parent child children element elem el input
  output form client server service result results entry entries host http url agent cloud container device driver threat
  winlog rule rules observer organization package pkg related registry std fs vm index list dict set map info util utils
  helper helpers location history navigator screen performance new style styles token tokens tok exec parse cache chalk
  color colors provider handler message messages value values wrapper decoded page job task manifest person component
  instance plugin plugins schema model view widget button route router query db database table record terminal term
  identifier function class type enum struct impl crate prototype global globalthis root base body header headers image
  img video audio canvas frame stream buffer socket connection channel thread worker queue lock timer time clock counter
  iterator iter generator promise future callback fn func method attr attribute attributes settings prefs profile account
  member team project repo issue commit branch tag version release build test tests spec suite assert expect mock
  foo bar baz qux quux buzz primary secondary first last next prev previous current default main core lib src dist
  resource resources session thing things my your our name id text label title content contents metadata meta cls ip
  env environment system machine computer program script command cmd shell editor workbench workspace vscode git scripts uri
  technique subtechnique tactic question destination geo as organization alert kibana dll dest manager decoder ingress egress policy
  group win indicator enrichments ssh
`);

/** Whether a label is a common object name in code. */
export function isObjectName(label: string): boolean {
  return objects.has(label);
}
