package io.chameleon.lab.chaos.proxy;

/** What can be wrong between two processes. */
public enum LinkFault {
    /** Nothing arrives in either direction until the link heals; then it does, like lost packets that TCP resends. */
    SILENT(true, true),
    /** Requests arrive, answers do not. */
    NO_ANSWERS(false, true),
    /** Requests do not arrive; answers to earlier requests do. */
    NO_REQUESTS(true, false),
    /** Every piece comes late. */
    SLOW(false, false),
    /** Connections are reset, and new ones too. */
    RESET(true, true);

    private final boolean holdsRequests;
    private final boolean holdsAnswers;

    LinkFault(boolean holdsRequests, boolean holdsAnswers) {
        this.holdsRequests = holdsRequests;
        this.holdsAnswers = holdsAnswers;
    }

    boolean holds(boolean requests) {
        return requests ? holdsRequests : holdsAnswers;
    }
}
