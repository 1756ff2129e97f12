import type { MirrorState } from '../../core/sync/ports';
import {
  collectionKey,
  listId,
  type ListSubscription,
  type MirrorServer,
  type Subscriptions,
} from '../../core/sync/subscriptions';

/** A server, with its collections below it. */
export interface ServerNode {
  readonly kind: 'server';
  readonly id: string;
  readonly address: string;
  /** Missing where only mirrored objects are left of it. */
  readonly server: MirrorServer | undefined;
  readonly children: readonly (RootNode | CollectionNode)[];
}

/** An API root, where a server has several. */
interface RootNode {
  readonly kind: 'root';
  readonly id: string;
  readonly root: string;
  readonly children: readonly CollectionNode[];
}

/** A collection, and its mirror in the store. */
export interface CollectionNode {
  readonly kind: 'collection';
  readonly id: string;
  /** Identifies it among all mirrors. */
  readonly key: string;
  readonly address: string;
  readonly collection: string;
  readonly root: string;
  readonly title: string;
  /** A list at a URL, not a collection of a server. */
  readonly list?: ListSubscription | undefined;
  readonly isList: boolean;
  /** False where it is mirrored, but no longer synced. */
  readonly isChosen: boolean;
  readonly state: MirrorState | undefined;
}

export type MirrorNode = ServerNode | RootNode | CollectionNode;

/** The tree of the view: subscriptions, and what else is in the store. */
export function mirrorTree(
  { servers, lists }: Subscriptions,
  states: readonly MirrorState[],
): readonly (ServerNode | CollectionNode)[] {
  const ofLists = states.filter(isOfList);
  const others = states.filter((state) => !isOfList(state));
  const added = new Set(servers.map(({ address }) => address));
  const subscribed = new Set(lists.map(({ address }) => address));
  const leftOver = [...new Set(others.map(({ server }) => server))].filter((address) => !added.has(address));
  return [
    ...servers.map((server) => serverNode(server.address, server, others)),
    ...leftOver.map((address) => serverNode(address, undefined, others)),
    ...lists.map((list) => listNode(list.address, list, ofLists)),
    ...ofLists
      .filter(({ server }) => !subscribed.has(server))
      .map(({ server }) => listNode(server, undefined, ofLists)),
  ];
}

function isOfList({ server, root, collection }: MirrorState): boolean {
  return collection === listId && root === server;
}

function listNode(address: string, list: ListSubscription | undefined, states: readonly MirrorState[]): CollectionNode {
  const state = states.find(({ server }) => server === address);
  const title = list?.title ?? state?.title ?? address;
  return { ...nodeOf(address, listId), root: address, title, isList: true, list, isChosen: list !== undefined, state };
}

function serverNode(address: string, server: MirrorServer | undefined, states: readonly MirrorState[]): ServerNode {
  const serverStates = states.filter((state) => state.server === address);
  const chosen = (server?.collections ?? []).map(({ id, root, title }): CollectionNode => {
    const state = serverStates.find((each) => each.collection === id);
    return { ...nodeOf(address, id), root, title: state?.title ?? title, isList: false, isChosen: true, state };
  });
  const others = serverStates
    .filter(({ collection }) => !chosen.some((node) => node.collection === collection))
    .map((state): CollectionNode => {
      const { collection, root, title } = state;
      return { ...nodeOf(address, collection), root, title, isList: false, isChosen: false, state };
    });
  const collections = [...chosen, ...others];
  const roots = [...new Set(collections.map(({ root }) => root))];
  const children =
    roots.length < 2
      ? collections
      : roots.map((root): RootNode => {
          const below = collections.filter((node) => node.root === root);
          return { kind: 'root', id: `root ${address} ${root}`, root, children: below };
        });
  return { kind: 'server', id: `server ${address}`, address, server, children };
}

function nodeOf(address: string, collection: string) {
  const key = collectionKey(address, collection);
  return { kind: 'collection', id: `collection ${key}`, key, address, collection } as const;
}

/** The collections at and below a node. */
export function collectionsBelow(node: MirrorNode): readonly CollectionNode[] {
  return node.kind === 'collection' ? [node] : node.children.flatMap(collectionsBelow);
}

/** Every node of the tree. */
export function allNodes(nodes: readonly MirrorNode[]): readonly MirrorNode[] {
  return nodes.flatMap((node) => [node, ...(node.kind === 'collection' ? [] : allNodes(node.children))]);
}
