// A store of documents, as a host may have one. The third file of every folder is broken.
export interface Page {
  readonly number: number;
  readonly text: string;
}

export const documents = {
  reads: [] as string[],
  list: (folder: string): Promise<string[]> =>
    Promise.resolve([1, 2, 3, 4].map((number) => `${folder}/${number}.pdf`)),
  async pages(file: string): Promise<Page[]> {
    documents.reads.push(file);
    if (file.endsWith('/3.pdf')) throw new Error(`${file} is no PDF`);
    return [{ number: 1, text: `text of ${file}` }];
  },
  save: (rows: readonly unknown[]): number => rows.length,
};
