/** A place in a list; leaves it in constant time, wherever it stands. */
export class Node<T> {
  readonly value: T;
  previous: Node<T> | undefined;
  next: Node<T> | undefined;

  constructor(value: T) {
    this.value = value;
  }
}

/** Doubly linked: first in, first out, and whoever gives up in the middle leaves no hole to step over. */
export class List<T> {
  #first: Node<T> | undefined;
  #last: Node<T> | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get first(): Node<T> | undefined {
    return this.#first;
  }

  push(value: T): Node<T> {
    const node = new Node(value);
    node.previous = this.#last;
    if (this.#last) this.#last.next = node;
    else this.#first = node;
    this.#last = node;
    this.#size++;
    return node;
  }

  /** `node` must be in this list. */
  remove(node: Node<T>): void {
    if (node.previous) node.previous.next = node.next;
    else this.#first = node.next;
    if (node.next) node.next.previous = node.previous;
    else this.#last = node.previous;
    node.previous = undefined;
    node.next = undefined;
    this.#size--;
  }

  *[Symbol.iterator](): Generator<T> {
    for (let node = this.#first; node; ) {
      const { value, next } = node;
      yield value;
      node = next;
    }
  }
}
