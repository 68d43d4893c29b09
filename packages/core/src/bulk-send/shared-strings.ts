/** The shared strings of a spreadsheet in compact form: outside the heap, as UTF-8, with eight bytes for the place of each. */

/** A text is stored within one block, so a block must be larger than any text of a cell. */
const blockBytes = 4 * 1024 * 1024;

/** A list of texts that grows up to its limits. */
export class SharedStrings {
  /** Of the UTF-8 text, and of the number of texts. A million rows with a name and an address need half of each. */
  static readonly maxBytes = 96 * 1024 * 1024;
  static readonly maxCount = 4_000_000;

  #blocks: Buffer[] = [];
  /** In the last block. */
  #used = blockBytes;
  #count = 0;
  /** Start and end of each text, in bytes over all blocks. */
  #places = new Uint32Array(2048);

  /** Adds a text. False if it does not fit any more. */
  add(text: string): boolean {
    const bytes = Buffer.byteLength(text);
    if (bytes > blockBytes || this.#count >= SharedStrings.maxCount) return false;
    if (bytes > 0 && this.#used + bytes > blockBytes) {
      if ((this.#blocks.length + 1) * blockBytes > SharedStrings.maxBytes) return false;
      this.#blocks.push(Buffer.allocUnsafeSlow(blockBytes));
      this.#used = 0;
    }
    if (2 * this.#count + 2 > this.#places.length) {
      const larger = new Uint32Array(2 * this.#places.length);
      larger.set(this.#places);
      this.#places = larger;
    }
    const start = bytes === 0 ? 0 : (this.#blocks.length - 1) * blockBytes + this.#used;
    if (bytes > 0) this.#blocks.at(-1)!.write(text, this.#used);
    this.#used += bytes;
    this.#places[2 * this.#count] = start;
    this.#places[2 * this.#count + 1] = start + bytes;
    this.#count += 1;
    return true;
  }

  /** The text with this number, from 0; undefined if there is none. */
  get(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) return undefined;
    const start = this.#places[2 * index]!;
    const end = this.#places[2 * index + 1]!;
    if (start === end) return '';
    const block = Math.floor(start / blockBytes);
    return this.#blocks[block]!.toString('utf8', start - block * blockBytes, end - block * blockBytes);
  }
}
