package io.chameleon.testing.differential;

/** What s3proxy answers otherwise than Amazon, whom the gateway follows. */
enum Difference {
    CLOSES_EARLY("s3proxy closes the connection of an upload that it refuses; Amazon answers it") {
        @Override
        boolean explains(Step step, Answer ours, Answer theirs) {
            return theirs.status() == Answer.NONE && ours.status() >= 400;
        }
    },
    NO_BUCKET_TO_DELETE_FROM("s3proxy reports each key as failed; Amazon answers NoSuchBucket") {
        @Override
        boolean explains(Step step, Answer ours, Answer theirs) {
            return step.name().equals("DeleteObjects")
                    && ours.failedWith(404, "NoSuchBucket")
                    && theirs.status() == 200;
        }
    },
    CREATED_TWICE("in us-east-1 Amazon answers 200 to the owner who makes a bucket again") {
        @Override
        boolean explains(Step step, Answer ours, Answer theirs) {
            return step.name().equals("CreateBucket")
                    && ours.equals(Answer.ok())
                    && theirs.failedWith(409, "BucketAlreadyOwnedByYou");
        }
    },
    BACKWARD_RANGE("s3proxy refuses a range that ends before it begins; Amazon ignores it, as HTTP says") {
        @Override
        boolean explains(Step step, Answer ours, Answer theirs) {
            return step.name().equals("GetObject")
                    && step.text().endsWith(" bytes=9-4")
                    && theirs.failedWith(416, "InvalidRange");
        }
    },
    PARTS_AFTER_THE_END("s3proxy takes and lists parts of an upload that has ended; Amazon knows it no more") {
        @Override
        boolean explains(Step step, Answer ours, Answer theirs) {
            return (step.name().equals("UploadPart") || step.name().equals("ListParts"))
                    && step.late()
                    && ours.failedWith(404, "NoSuchUpload")
                    && theirs.status() == 200;
        }
    },
    UPLOAD_WITHOUT_PARTS("s3proxy does not find an upload that has no parts; Amazon answers InvalidPart") {
        @Override
        boolean explains(Step step, Answer ours, Answer theirs) {
            return step.name().equals("CompleteMultipartUpload")
                    && !step.late()
                    && ours.failedWith(400, "InvalidPart")
                    && theirs.failedWith(404, "NoSuchUpload");
        }
    },
    COMPLETED_TWICE("Amazon answers a repeated completion as the first") {
        @Override
        boolean explains(Step step, Answer ours, Answer theirs) {
            return step.name().equals("CompleteMultipartUpload")
                    && step.late()
                    && ours.status() == 200
                    && theirs.failedWith(404, "NoSuchUpload");
        }
    },
    SMALL_AND_ANOTHER("a part is too small and not the one that is named; Amazon does not say which it tells first") {
        @Override
        boolean explains(Step step, Answer ours, Answer theirs) {
            return step.name().equals("CompleteMultipartUpload")
                    && ours.failedWith(400, "InvalidPart")
                    && theirs.failedWith(400, "EntityTooSmall");
        }
    },
    COPY_OF_NOTHING_TO_NOWHERE("neither object nor bucket is there; a request is about the bucket that it names") {
        @Override
        boolean explains(Step step, Answer ours, Answer theirs) {
            return step.name().equals("CopyObject")
                    && ours.failedWith(404, "NoSuchBucket")
                    && theirs.failedWith(404, "NoSuchKey");
        }
    },
    BUCKET_WITH_OPEN_UPLOADS("Amazon deletes it, s3proxy does not: what follows cannot be compared") {
        @Override
        boolean explains(Step step, Answer ours, Answer theirs) {
            return step.name().equals("DeleteBucket")
                    && ours.equals(Answer.ok())
                    && theirs.failedWith(409, "BucketNotEmpty");
        }
    },
    SHORT_PAGES("s3proxy counts its notes about open uploads as entries of a page, and leaves them out then") {
        @Override
        boolean explains(Step step, Answer ours, Answer theirs) {
            return step.name().startsWith("ListObjects") && ours.equalsBut("pages", theirs);
        }
    };

    /** Why. */
    final String reason;

    Difference(String reason) {
        this.reason = reason;
    }

    /** Whether this is the difference. */
    abstract boolean explains(Step step, Answer ours, Answer theirs);
}
