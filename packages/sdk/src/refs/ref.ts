// References
// What a graph is written with: values that no run has made yet. The types say what they will be; nothing else is known of them.

type Primitive = string | number | boolean | null | undefined;

declare const holds: unique symbol;

/** The type alone. Covariant: what will be a 7 will be a number. */
export interface RefTo<out T> {
  readonly [holds]: T;
}

/** A value that a run will have: `order.output.total` is a `Ref<number>`, and so are its parts. */
export type Ref<T> = RefTo<T> & Parts<T>;

type Parts<T> =
  IsAny<T> extends true
    ? // oxlint-disable-next-line typescript/no-explicit-any -- what is known to be anything has any parts
      any
    : NonNullable<T> extends Primitive
      ? unknown
      : NonNullable<T> extends readonly unknown[]
        ? Items<NonNullable<T>, Gap<T>>
        : NonNullable<T> extends object
          ? { readonly [Key in keyof NonNullable<T>]-?: Ref<NonNullable<T>[Key] | Gap<T>> }
          : unknown;

type Items<List extends readonly unknown[], Missing> = number extends List['length']
  ? // The first ones are written out, so that `list[0]` needs no `!` under noUncheckedIndexedAccess.
    { readonly [Place in Digit]: Ref<List[number] | Missing> } & {
      readonly [place: number]: Ref<List[number] | Missing>;
    }
  : { readonly [Place in keyof List & `${number}`]: Ref<List[Place] | Missing> };

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** A part of what may be missing may be missing too. */
type Gap<T> = undefined extends T ? undefined : null extends T ? undefined : never;

type IsAny<T> = 0 extends 1 & T ? true : false;

/** A value of type T, any part of which may be a reference. */
export type Template<T> =
  | RefTo<T>
  | (T extends Primitive
      ? T
      : T extends object
        ? { readonly [Key in keyof T]: Template<T[Key]> }
        : T);

/** What a template is in a run, where its references have values. */
export type Unref<Given> =
  Given extends RefTo<infer T>
    ? T
    : Given extends Primitive
      ? Given
      : Given extends object
        ? { -readonly [Key in keyof Given]: Unref<Given[Key]> }
        : Given;
