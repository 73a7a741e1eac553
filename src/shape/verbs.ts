/** What a tool's name may begin with. Only words: which of them leads is decided in `phrase.ts`. */

/** Verbs wherever they stand. */
const VERBS = words(`
  accept accumulate acknowledge acquire activate add adjust allow analyze append apply approve ask assign associate attach
  authenticate authorize ban begin bind browse bypass calculate cancel capture clear clone close collect combine commit compile
  compare complete compose compute configure confirm connect convert convey copy count create deactivate decline
  decrypt defer delete deliver deny deploy deprecate dequeue deregister describe destroy detach detect disable
  disassociate disconnect discover dismiss dispatch divide dock double download drop duplicate edit eject embed emit empty
  enable encrypt end enqueue enroll ensure evaluate exchange exclude execute expand expire explain export extend extract
  fail fetch fill finalize find finish flush force generate get give grant handle hide identify ignore import include increment
  ingest initialize initiate insert install instantiate invalidate invoke join kick launch leave link list load locate lock
  login logout lookup make mark merge migrate modify monitor move mute notify obtain open overwrite parse patch
  pause perform persist ping play poll populate preview prepare process promote provision publish purge push put query read
  reactivate rebuild receive recalculate redact reconcile record recover redeem redeliver refresh refuse regenerate register reject
  release relink reload relock remove rename render renew reopen reorder replace replicate reply republish rerequest rerun
  resend reset resize resolve restart restore resume resync retrieve retry return revert revoke rotate run save schedule
  search select send set share show shutdown signin signout signup simulate snooze sort start stop store submit subscribe
  succeed suggest suspend swap switch sync synchronize terminate toggle transition translate trash trigger truncate
  unarchive unassign unban unbind unblock unfollow uninstall unlink unlock unmark unmute unpin unpublish unregister unset
  unstar unsubscribe untag update upgrade upload upsert use validate verify void wait warm watch withdraw write
`);

/** Verbs as often as nouns: they lead only where nothing surer is found. */
const MAYBE = words(`
  access alert answer archive audit auth backup batch block book bookmark broadcast build buy cache call change charge
  check checkout claim clean click comment contact control cost crop debug debit default delay design display document
  draft dump echo email estimate event exit face feature file filter finance flag focus follow fork format forward
  fulfill fund group head hold host index invite invoice issue keep like limit map match measure message name need note
  offer options order page park pay permit pin pitch place plan point post practice present press price print profile
  program project quote rank rate reach rebase receipt refund regulate reindex reload report request rerank reserve
  respond review reward rollback route sample scale scan scope score screen segment sell ship show sign signal
  sleep solve source split stage star state stream study summarize support tag talk target task test time track trade
  transfer transform trend try turn type unfurl verify view visit vote walk warn whitelist work zoom enrich forecast
  classify moderate rescan rewrite crawl scrape predict infer train tune
`);

/** Of those, what a last path segment means as an action: `POST /orders/{id}/refund`. */
const ACTIONS = words(`
  archive block buy charge check checkout claim clean deploy dump echo estimate fork forward fulfill host invite pay pin post present
  refund reindex release reload rerank respond rollback scan ship sign star test transfer transform verify vote enrich
  classify moderate rescan rewrite crawl scrape predict infer train tune warn summarize reserve follow keep
`);

/** What even a GET does by such a segment: `GET /pets/search`. */
const READING = words(
  "authorize compare count download execute export find login logout lookup ping preview search validate verify",
);

/** What they are about is written as the document writes it: `list pets`, `search pets`. */
const OF_SEVERAL = words("compare count export find import list query search");

/** They go before a verb: `bulk_update_channels`. */
const ADVERBS = words("async auto batch bulk force hard mass multi quick soft");

const STATED_BY_METHOD: Readonly<Record<string, string>> = {
  GET: "get",
  HEAD: "head",
  OPTIONS: "options",
  TRACE: "trace",
  QUERY: "query",
  POST: "create",
  PUT: "update",
  PATCH: "update",
  DELETE: "delete",
};

export function isVerb(word: string | undefined): boolean {
  return word !== undefined && VERBS.has(word);
}

export function isMaybeVerb(word: string | undefined): boolean {
  return word !== undefined && (VERBS.has(word) || MAYBE.has(word));
}

/** Whether the last segment of a path says what is done. */
export function isAction(word: string | undefined, method: string): boolean {
  if (word === undefined) return false;
  if (method === "GET" || method === "HEAD" || method === "QUERY") return READING.has(word);
  return method !== "DELETE" && (VERBS.has(word) || (method === "POST" && ACTIONS.has(word)));
}

export function ofSeveral(verb: string): boolean {
  return OF_SEVERAL.has(verb);
}

export function isAdverb(word: string | undefined): boolean {
  return word !== undefined && ADVERBS.has(word);
}

/** What a method says of itself; its own name for those that OpenAPI does not know. */
export function methodVerb(method: string): string {
  const known = STATED_BY_METHOD[method.toUpperCase()];
  return known ?? (method.toLowerCase().replace(/[^a-z]+/g, "") || "call");
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
