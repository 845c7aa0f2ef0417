/** What a button of a list did to it. The list alone does not say it: two of its items may be equal. */
export type ListChange =
  | { readonly kind: 'added'; readonly path: ListPath }
  | { readonly kind: 'removed'; readonly path: ListPath; readonly index: number }
  | {
      readonly kind: 'moved';
      readonly path: ListPath;
      readonly from: number;
      readonly to: number;
    };

/** Where in the settings the list is. */
export type ListPath = readonly (string | number)[];
