// The types of preact.js, as far as we use them. Written by hand: the module carries none.

/** What a component returns and what children are. */
export type Child = VNode | string | number | bigint | boolean | null | undefined | Child[];

export interface VNode {
  type: string | ((props: any) => Child) | (new (props: any) => Component<any, any>);
  props: Record<string, any> & { children?: Child };
  key: string | number | null;
}

/** Markup as a tagged template; several roots make a list, so there is no Fragment. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): any;
export function h(type: any, props?: Record<string, any> | null, ...children: Child[]): VNode;
export function render(what: Child, into: Element | DocumentFragment): void;

export abstract class Component<Props = {}, State = {}> {
  constructor(props?: Props, context?: any);
  props: Readonly<Props & { children?: any }>;
  state: Readonly<State>;
  context: any;
  base?: Element | Text;
  setState(
    change:
      | Partial<State>
      | null
      | ((state: Readonly<State>, props: Readonly<Props>) => Partial<State> | null),
    done?: () => void,
  ): void;
  forceUpdate(done?: () => void): void;
  componentDidMount?(): void;
  componentWillUnmount?(): void;
  componentDidUpdate?(props: Readonly<Props>, state: Readonly<State>, snapshot: any): void;
  componentDidCatch?(error: any): void;
  getSnapshotBeforeUpdate?(props: Readonly<Props>, state: Readonly<State>): any;
  shouldComponentUpdate?(props: Readonly<Props>, state: Readonly<State>): boolean;
  abstract render(props?: Readonly<Props>, state?: Readonly<State>): any;
}

export interface Context<T> {
  Provider: (props: { value: T; children?: any }) => any;
  Consumer: (props: { children: (value: T) => any }) => any;
  displayName?: string;
}
export function createContext<T>(initial: T): Context<T>;

/** What an effect returns is called before the next, and at the end. */
export type Effect = () => void | (() => void);
/** What an effect or a value is made of: made anew when one of these is another than before. */
export type Inputs = readonly unknown[];
export type Set<S> = (next: S | ((before: S) => S)) => void;
export interface Ref<T> {
  current: T;
}

export function useState<S>(first: S | (() => S)): [S, Set<S>];
export function useState<S = undefined>(): [S | undefined, Set<S | undefined>];
export function useReducer<S, A>(step: (state: S, action: A) => S, first: S): [S, (action: A) => void];
export function useReducer<S, A, I>(
  step: (state: S, action: A) => S,
  from: I,
  first: (from: I) => S,
): [S, (action: A) => void];
export function useEffect(effect: Effect, inputs?: Inputs): void;
export function useLayoutEffect(effect: Effect, inputs?: Inputs): void;
export function useRef<T>(first: T): Ref<T>;
export function useRef<T>(first: T | null): Ref<T | null>;
export function useRef<T = undefined>(): Ref<T | undefined>;
export function useImperativeHandle<T>(
  ref: Ref<T | null> | ((value: T | null) => void),
  make: () => T,
  inputs?: Inputs,
): void;
export function useMemo<T>(make: () => T, inputs?: Inputs): T;
export function useCallback<F extends (...given: any[]) => any>(call: F, inputs?: Inputs): F;
export function useContext<T>(context: Context<T>): T;
export function useDebugValue<T>(value: T, told?: (value: T) => unknown): void;
/** The error that a child threw, and the way to try again. */
export function useErrorBoundary(told?: (error: any) => void): [any, () => void];
